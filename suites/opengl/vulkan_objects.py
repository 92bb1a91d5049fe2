"""The few objects of Vulkan a compute job needs, made by the PyPI package `vulkan`.

That package frees what a structure points to once nobody holds the structure's parts, so every one made here is kept.
"""
# pyright: reportAttributeAccessIssue=false, reportMissingImports=false
from __future__ import annotations

import vulkan as vk

ffi, lib = vk.ffi, vk._vulkan.lib
STORAGE, UNIFORM = vk.VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, vk.VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER
IMAGE, TEXTURE = vk.VK_DESCRIPTOR_TYPE_STORAGE_IMAGE, vk.VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER
KINDS = {"storage": STORAGE, "uniform": UNIFORM, "image": IMAGE, "texture": TEXTURE}
FORMATS = {"r32ui": (vk.VK_FORMAT_R32_UINT, 4), "rgba8": (vk.VK_FORMAT_R8G8B8A8_UNORM, 4),
           "rgba32f": (vk.VK_FORMAT_R32G32B32A32_SFLOAT, 16)}
ROW = 256                                                        # bytes that rows of a linear image begin apart
COMPUTE = vk.VK_SHADER_STAGE_COMPUTE_BIT
BUFFER_USES = (vk.VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | vk.VK_BUFFER_USAGE_UNIFORM_BUFFER_BIT
               | vk.VK_BUFFER_USAGE_INDIRECT_BUFFER_BIT)
EXECUTABLE = "VK_KHR_pipeline_executable_properties"


def handle(thing) -> int:
    """A Vulkan handle as a number; of Mesa's drivers, the address of the object."""
    return int(ffi.cast("uintptr_t", thing))


class Device:
    """The first device of the driver that the environment chose."""

    def __init__(self, show_code: bool):
        self.kept: list = []
        about = self.new("VkApplicationInfo", apiVersion=vk.VK_MAKE_VERSION(1, 2, 0))
        self.instance = vk.vkCreateInstance(self.new("VkInstanceCreateInfo", pApplicationInfo=about), None)
        self.physical = vk.vkEnumeratePhysicalDevices(self.instance)[0]
        self.name = vk.vkGetPhysicalDeviceProperties(self.physical).deviceName
        more = self.new("VkPhysicalDevicePipelineExecutablePropertiesFeaturesKHR", pipelineExecutableInfo=show_code)
        self.handle = vk.vkCreateDevice(self.physical, self.new(
            "VkDeviceCreateInfo", pNext=more,
            pEnabledFeatures=self.new("VkPhysicalDeviceFeatures", robustBufferAccess=True, shaderFloat64=True),
            pQueueCreateInfos=[self.new("VkDeviceQueueCreateInfo", queueFamilyIndex=0, pQueuePriorities=[1.0])],
            ppEnabledExtensionNames=[EXECUTABLE] if show_code else []), None)

    def new(self, structure: str, **fields):
        made = getattr(vk, structure)(**fields)
        self.kept.append((made, fields))
        return made

    def call(self, function: str, structure: str, *more, **fields):
        """vkCreateX or vkAllocateX of a structure."""
        return getattr(vk, function)(self.handle, self.new(structure, **fields), *more)

    def memory(self, size: int, kinds: int):
        """(memory, address of its bytes here). The null device has no kinds of memory at all, and takes any."""
        have = vk.vkGetPhysicalDeviceMemoryProperties(self.physical)
        wanted = vk.VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | vk.VK_MEMORY_PROPERTY_HOST_COHERENT_BIT
        fits = [n for n in range(have.memoryTypeCount)
                if kinds >> n & 1 and have.memoryTypes[n].propertyFlags & wanted == wanted]
        made = self.call("vkAllocateMemory", "VkMemoryAllocateInfo", None, allocationSize=size,
                         memoryTypeIndex=fits[0] if fits else 0)
        where = ffi.new("void **")
        if lib.vkMapMemory(self.handle, made, 0, size, 0, where):
            raise RuntimeError("vkMapMemory failed")
        return made, handle(where[0])


class Resource:
    """A buffer or a linear image with memory of its own, mapped: `address` is where its bytes are in this process. On
    the null device, which lays out no images, an image is a buffer of rows, and nobody describes it."""

    def __init__(self, device: Device, one: dict, null: bool = False):
        self.device, self.one, self.data = device, one, bytes.fromhex(one["data"])
        self.stands_in = null and "format" in one
        image = "format" in one and not null
        if self.stands_in:
            self.rows, self.width = one["extent"][1], one["extent"][0] * FORMATS[one["format"]][1]
            self.pitch = -(-self.width // ROW) * ROW
        self.handle = self._image() if image else self._buffer()
        ask = vk.vkGetImageMemoryRequirements if image else vk.vkGetBufferMemoryRequirements
        needs = ask(device.handle, self.handle)
        self.size = int(needs.size)
        self.memory, self.address = device.memory(self.size, needs.memoryTypeBits)
        if "format" not in one:
            self.rows, self.width, self.pitch = 1, len(self.data), len(self.data)
        self.bytes = ffi.buffer(ffi.cast("char *", self.address), self.size)
        self.bytes[:] = b"\0" * self.size
        for row in range(self.rows):
            at = row * self.pitch
            self.bytes[at:at + self.width] = self.data[row * self.width:(row + 1) * self.width]

    def _buffer(self):
        size = self.rows * self.pitch if self.stands_in else len(self.data)
        return self.device.call("vkCreateBuffer", "VkBufferCreateInfo", None, size=size, usage=BUFFER_USES)

    def _image(self):
        device, one = self.device, self.one
        layout, texel = FORMATS[one["format"]]
        width, height = one["extent"]
        use = vk.VK_IMAGE_USAGE_STORAGE_BIT if one["kind"] == "image" else vk.VK_IMAGE_USAGE_SAMPLED_BIT
        made = device.call(
            "vkCreateImage", "VkImageCreateInfo", None, imageType=vk.VK_IMAGE_TYPE_2D, format=layout, mipLevels=1,
            arrayLayers=1, extent=device.new("VkExtent3D", width=width, height=height, depth=1), usage=use,
            samples=vk.VK_SAMPLE_COUNT_1_BIT, tiling=vk.VK_IMAGE_TILING_LINEAR,
            initialLayout=vk.VK_IMAGE_LAYOUT_PREINITIALIZED)
        whole = device.new("VkImageSubresource", aspectMask=vk.VK_IMAGE_ASPECT_COLOR_BIT)
        lies = vk.vkGetImageSubresourceLayout(device.handle, made, whole)
        self.rows, self.width, self.pitch = height, width * texel, int(lies.rowPitch)
        return made

    def bind(self) -> None:
        """Ties it to its memory, whose address the driver knows from now on."""
        image = "format" in self.one and not self.stands_in
        bind = vk.vkBindImageMemory if image else vk.vkBindBufferMemory
        bind(self.device.handle, self.handle, self.memory, 0)

    def packed(self, data: bytes | None = None) -> bytes:
        """The rows without what lies between them: of what the memory holds now, or of other such bytes."""
        data = bytes(self.bytes) if data is None else data
        return b"".join(data[row * self.pitch:row * self.pitch + self.width] for row in range(self.rows))

    def described(self, number: int, group) -> object:
        """The write of this resource to a binding of a descriptor set."""
        fields: dict = {"dstSet": group, "dstBinding": number, "descriptorType": KINDS[self.one["kind"]],
                        "descriptorCount": 1}
        if "format" in self.one:
            return self.device.new("VkWriteDescriptorSet", pImageInfo=[self._view()], **fields)
        size = self.one["size"] or len(self.data) - self.one["offset"]
        part = self.device.new("VkDescriptorBufferInfo", buffer=self.handle, offset=self.one["offset"], range=size)
        return self.device.new("VkWriteDescriptorSet", pBufferInfo=[part], **fields)

    def _view(self):
        device = self.device
        whole = device.new("VkImageSubresourceRange", aspectMask=vk.VK_IMAGE_ASPECT_COLOR_BIT, levelCount=1,
                           layerCount=1)
        view = device.call("vkCreateImageView", "VkImageViewCreateInfo", None, image=self.handle,
                           viewType=vk.VK_IMAGE_VIEW_TYPE_2D, format=FORMATS[self.one["format"]][0],
                           components=device.new("VkComponentMapping"), subresourceRange=whole)
        fields = {"imageView": view, "imageLayout": vk.VK_IMAGE_LAYOUT_GENERAL}
        if self.one["kind"] == "texture":
            fields["sampler"] = device.call("vkCreateSampler", "VkSamplerCreateInfo", None)    # nearest, repeating
        return device.new("VkDescriptorImageInfo", **fields)
