"""What describes linear images to a GPU.  RADV's null device lays out none, so the descriptors of images are not
RADV's: T# (Vega 8.2.5, RDNA3 10.5) and S# (10.6) are put where its code loads them."""
from __future__ import annotations

from ...spec import ARCHS, load, architecture_traits
from .jobs import Image, Job

# Bytes of a descriptor in a set, by kind; a texture is a T# and, in the last 16, an S#.
SIZES = {"storage": 16, "uniform": 16, "image": 32, "texture": 96}
SAMPLER = 16
ROW = 256                                    # bytes that rows of a linear image begin apart
# Bytes of a texel, gfx9's DATA_FORMAT and NUM_FORMAT, gfx11's FORMAT, DST_SEL of the components there are not
FORMATS = {"r32ui": (4, 4, 4, 20, (4, 0, 0, 1)), "rgba8": (4, 10, 0, 42, (4, 5, 6, 7))}
TYPE_2D = 9


def offsets(job: Job) -> dict[int, int]:
    """{binding: byte} of the descriptors in the set."""
    found, at = {}, 0
    for binding, one in sorted(job.resources.items()):
        at += -at % min(SIZES[one.kind], 32)
        found[binding] = at
        at += SIZES[one.kind]
    return found


def resource(image: Image, arch: str, address: int) -> bytes:
    """The T# of an image at that address."""
    texel, data, number, code, select = FORMATS[image.format]
    width, height = image.extent
    given = {"base": address >> 8 & (1 << 40) - 1, "width": width - 1, "height": height - 1, "type": TYPE_2D,
             **{f"dst_sel_{axis}": one for axis, one in zip("xyzw", select)}}
    if architecture_traits(arch)["image_pitch"]:
        given["pitch"] = -(-width * texel // ROW) * ROW // texel - 1
    given |= (
        {"format": code} if architecture_traits(arch)["unified_format"] else {"data_format": data, "num_format": number}
    )
    return load().registers["IMAGE_RESOURCE"].pack(ARCHS[arch], 256, given)


def sampler(arch: str) -> bytes:
    """The S# that a VkSamplerCreateInfo of zeros asks for: the nearest texel, found by truncation, repeating."""
    return load().registers["IMAGE_SAMPLER"].pack(ARCHS[arch], 128, {"trunc_coord": 1})


def described(job: Job, arch: str, table: bytes, addresses: dict[int, int]) -> bytes:
    """A descriptor set with those of the images in it."""
    made = bytearray(table)
    for binding, at in offsets(job).items():
        one = job.resources[binding]
        if not isinstance(one, Image):
            continue
        made[at:at + 32] = resource(one, arch, addresses[binding])
        if one.kind == "texture":
            end = at + SIZES["texture"]
            made[end - SAMPLER:end] = sampler(arch)
    return bytes(made)
