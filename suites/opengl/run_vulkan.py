"""A process of its own: jobs (mesa.py writes them to its standard input) through one of Mesa's Vulkan drivers; answers
a line of JSON a job. Of lavapipe {"name", "renderer", "buffers": {binding: hex}}; of RADV's null device, for which
nothing runs, {"name", "renderer", "code", "packets", "memory": {name: [address, hex]},
"shapes": {binding: [rows, bytes of one, bytes from one to the next]}}: what it would have run.
"""
# pyright: reportArgumentType=false, reportAttributeAccessIssue=false, reportMissingImports=false
from __future__ import annotations

import json
import os
import sys

from . import vulkan_objects as objects
from .nullwinsys import NullDevice, UnknownMesa
from .vulkan_objects import COMPUTE, Device, Resource, ffi, lib, vk

TABLES, UPLOADS, BUFFERS = 0xFFFF8000_00010000, 0xFFFF8000_00800000, 0xFFFF8000_40000000
TABLE = 512                                                      # bytes of the descriptors, and more
APART = 0x100_0000                                               # from one buffer to the next
RECORDINGS, WRITE_DATA = 8, 0x37
SHOW = 0x40 | 0x80                                               # VK_PIPELINE_CREATE_CAPTURE_…_KHR


class Kernel:
    """A shader as a pipeline, with its resources described."""

    def __init__(self, device: Device, job: dict, below: NullDevice | None):
        self.device, self.job, self.below = device, job, below
        self.resources = {int(n): Resource(device, one, bool(below)) for n, one in sorted(job["resources"].items())}
        if below:
            for n, one in self.resources.items():
                below.place(objects.handle(one.memory), 64, BUFFERS + n * APART, one.address)
        for one in self.resources.values():
            one.bind()
        self._layout()
        self.cache = device.call("vkCreatePipelineCache", "VkPipelineCacheCreateInfo", None)
        self.pipeline = self._pipeline(self.cache, 0)
        self._describe()

    def _layout(self) -> None:
        device = self.device
        bindings = [device.new("VkDescriptorSetLayoutBinding", binding=n, descriptorCount=1, stageFlags=COMPUTE,
                               descriptorType=objects.KINDS[one.one["kind"]]) for n, one in self.resources.items()]
        self.set_layout = device.call("vkCreateDescriptorSetLayout", "VkDescriptorSetLayoutCreateInfo", None,
                                      pBindings=bindings)
        self.layout = device.call("vkCreatePipelineLayout", "VkPipelineLayoutCreateInfo", None,
                                  pSetLayouts=[self.set_layout])

    def _pipeline(self, cache, flags: int):
        device = self.device
        with open(self.job["spirv"], "rb") as file:
            code = file.read()
        module = device.call("vkCreateShaderModule", "VkShaderModuleCreateInfo", None, codeSize=len(code), pCode=code)
        stage = device.new("VkPipelineShaderStageCreateInfo", stage=COMPUTE, module=module, pName="main")
        make = device.new("VkComputePipelineCreateInfo", flags=flags, stage=stage, layout=self.layout)
        return vk.vkCreateComputePipelines(device.handle, cache, 1, [make], None)[0]

    def _describe(self) -> None:
        device = self.device
        sizes = [device.new("VkDescriptorPoolSize", type=kind, descriptorCount=8) for kind in objects.KINDS.values()]
        pool = device.call("vkCreateDescriptorPool", "VkDescriptorPoolCreateInfo", None, maxSets=1, pPoolSizes=sizes)
        self.tables = self.below.place(objects.handle(pool), 64, TABLES) if self.below else 0
        self.group = device.call("vkAllocateDescriptorSets", "VkDescriptorSetAllocateInfo", descriptorPool=pool,
                                 pSetLayouts=[self.set_layout])[0]
        writes = [one.described(n, self.group) for n, one in self.resources.items() if not one.stands_in]
        vk.vkUpdateDescriptorSets(device.handle, len(writes), writes, 0, None)

    def record(self, commands) -> None:
        vk.vkBeginCommandBuffer(commands, self.device.new("VkCommandBufferBeginInfo"))
        bind = vk.VK_PIPELINE_BIND_POINT_COMPUTE
        vk.vkCmdBindPipeline(commands, bind, self.pipeline)
        vk.vkCmdBindDescriptorSets(commands, bind, self.layout, 0, 1, [self.group], 0, None)
        if self.job["indirect"]:
            binding, offset = self.job["indirect"]
            vk.vkCmdDispatchIndirect(commands, self.resources[binding].handle, offset)
        else:
            vk.vkCmdDispatch(commands, *self.job["groups"])

    def commands(self):
        pool = self.device.call("vkCreateCommandPool", "VkCommandPoolCreateInfo", None,
                                flags=vk.VK_COMMAND_POOL_CREATE_RESET_COMMAND_BUFFER_BIT)
        return self.device.call("vkAllocateCommandBuffers", "VkCommandBufferAllocateInfo", commandPool=pool,
                                commandBufferCount=1)[0]


def executed(kernel: Kernel) -> dict:
    """Runs it on the device."""
    commands, device = kernel.commands(), kernel.device
    kernel.record(commands)
    vk.vkEndCommandBuffer(commands)
    queue = vk.vkGetDeviceQueue(device.handle, 0, 0)
    vk.vkQueueSubmit(queue, 1, [device.new("VkSubmitInfo", pCommandBuffers=[commands])], None)
    vk.vkQueueWaitIdle(queue)
    return {"buffers": {str(n): one.packed().hex() for n, one in kernel.resources.items()}}


def captured(kernel: Kernel) -> dict:
    """What RADV would have the GPU run. The buffer for uploads is there, and gets its address, after a first recording;
    the entry that would empty the command buffer does nothing, so a further one stands behind the first."""
    below, commands = kernel.below, kernel.commands()
    assert below is not None
    kernel.record(commands)
    for _ in range(RECORDINGS):
        first = len(below.commands(objects.handle(commands)))
        uploads = below.place(objects.handle(commands), 4096, UPLOADS)
        vk.vkResetCommandBuffer(commands, 0)
        kernel.record(commands)
        packets = below.commands(objects.handle(commands))[first:]
        if packets[0] >> 8 & 0xFF == WRITE_DATA and packets[3] == UPLOADS >> 32:
            break                                    # else the buffer that was found is a past one's
    else:
        raise UnknownMesa("no recording begins with a WRITE_DATA to the buffer for uploads")
    memory = {str(n): [BUFFERS + n * APART, bytes(one.bytes).hex()] for n, one in kernel.resources.items()}
    memory["descriptors"] = [TABLES, below.memory.read(kernel.tables, TABLE).hex()]
    memory["uploads"] = [UPLOADS, below.memory.read(uploads, 1024).hex()]
    shapes = {str(n): [one.rows, one.width, one.pitch] for n, one in kernel.resources.items()}
    return {"code": code_of(kernel).hex(), "packets": packets, "memory": memory, "shapes": shapes}


def code_of(kernel: Kernel) -> bytes:
    """Machine code and the constants behind it. The cache's data holds it as it is, at the place where the words begin
    that the driver's own disassembly shows."""
    text = listing(kernel)
    words = [int(word, 16) for line in text.splitlines() if " ; " in line for word in line.rsplit(";", 1)[1].split()]
    start = b"".join(word.to_bytes(4, "little") for word in words)
    size = ffi.new("size_t *")
    lib.vkGetPipelineCacheData(kernel.device.handle, kernel.cache, size, ffi.NULL)
    data = ffi.new("char[]", size[0])
    lib.vkGetPipelineCacheData(kernel.device.handle, kernel.cache, size, data)
    held = bytes(ffi.buffer(data))
    if not words or held.count(start) != 1:
        raise RuntimeError("the pipeline's cache does not hold the code of its disassembly")
    return held[held.index(start):]


def listing(kernel: Kernel) -> str:
    """RADV's disassembly of the pipeline, built once more for it."""
    device, shown = kernel.device, kernel._pipeline(None, SHOW)
    name = b"vkGetPipelineExecutableInternalRepresentationsKHR"
    function = ffi.cast(f"PFN_{name.decode()}", lib.vkGetDeviceProcAddr(device.handle, ffi.new("char[]", name)))
    which = ffi.addressof(device.new("VkPipelineExecutableInfoKHR", pipeline=shown))
    count = ffi.new("uint32_t *")
    function(device.handle, which, count, ffi.NULL)
    texts = ffi.new("VkPipelineExecutableInternalRepresentationKHR[]", count[0])
    for one in texts:
        one.sType = vk.VK_STRUCTURE_TYPE_PIPELINE_EXECUTABLE_INTERNAL_REPRESENTATION_KHR
    function(device.handle, which, count, texts)
    held = [ffi.new("char[]", one.dataSize) for one in texts]
    for one, data in zip(texts, held):
        one.pData = data
    function(device.handle, which, count, texts)
    named = {ffi.string(one.name): ffi.string(data).decode() for one, data in zip(texts, held)}
    return named[b"Assembly"]


def answered(job: dict, device: Device | None) -> None:
    """Prints the answer to a job; `device`: RADV's null device, else one of the other driver is made."""
    answer: dict = {"name": job["name"]}
    try:
        on = device or Device(False)
        answer["renderer"] = on.name
        below = NullDevice(objects.handle(on.handle)) if device else None
        kernel = Kernel(on, job, below)
        answer |= captured(kernel) if below else executed(kernel)
    except Exception as problem:                                         # one job's; the others go on
        answer["error"] = f"{type(problem).__name__}: {problem}"
    print(json.dumps(answer), flush=True)


def main(null: bool) -> None:
    """Making a null device takes long (RADV compiles for ray tracing), so that it is made once; each job has it, as it
    was when it was new, in a process of its own."""
    jobs = json.load(sys.stdin)
    device = Device(True) if null else None
    for job in jobs:
        if device is None:
            answered(job, None)
        elif child := os.fork():
            os.waitpid(child, 0)
        else:
            answered(job, device)
            os._exit(0)


if __name__ == "__main__":
    main(sys.argv[1:] == ["null"])
