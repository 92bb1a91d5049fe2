"""Mesa, if it is here: shaders to SPIR-V, jobs through softpipe, lavapipe and RADV, and what RADV compiled as cases."""
from __future__ import annotations

import importlib.util
import json
import os
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path

from .images import described
from .jobs import JOBS, Image, Job
from .pm4 import placed

HERE = Path(__file__).resolve().parent
OUT = HERE.parents[1] / "build" / "opengl"
DRIVERS = Path("/usr/share/vulkan/icd.d")
COMPILER = "glslangValidator"
CODE = 0xFFFF8000_20000000                   # where the null device's code lies: the buffer RADV calls address 0
FAMILIES = {"gfx906": "vega20", "gfx1100": "gfx1100"}
SECONDS = 300
TRIES = 4


def missing() -> str | None:
    """What the suite needs and this machine has not, or None."""
    for module, package in (("moderngl", "moderngl"), ("vulkan", "vulkan")):
        if importlib.util.find_spec(module) is None:
            return f"the Python package {package} (tools/setup.sh opengl)"
    if shutil.which(COMPILER) is None:
        return "glslang-tools (packages.txt)"
    if not (DRIVERS / "lvp_icd.x86_64.json").exists() or not (DRIVERS / "radeon_icd.x86_64.json").exists():
        return "mesa-vulkan-drivers (packages.txt)"
    return None


def spirv(job: Job) -> Path:
    """The shader as SPIR-V. Raises RuntimeError with what the compiler says."""
    OUT.mkdir(parents=True, exist_ok=True)
    made = OUT / f"{job.shader}.spv"
    if not made.exists() or made.stat().st_mtime < job.source.stat().st_mtime:
        partial = made.with_suffix(f".{os.getpid()}")
        done = subprocess.run([COMPILER, "-V", "--target-env", "vulkan1.1", str(job.source), "-o", str(partial)],
                              capture_output=True, text=True)
        if done.returncode:
            raise RuntimeError(f"{job.shader}: {done.stdout.strip()}")
        os.replace(partial, made)
    return made


def message(job: Job) -> dict:
    """A job as its process reads it."""
    resources = {}
    for binding, one in job.resources.items():
        fields: dict = {"data": one.data.hex(), "kind": one.kind}
        if isinstance(one, Image):
            fields |= {"format": one.format, "extent": one.extent}
        else:
            fields |= {"offset": one.offset, "size": one.size}
        resources[binding] = fields
    return {"name": job.title, "source": job.source.read_text(), "spirv": str(spirv(job)), "resources": resources,
            "groups": job.groups, "indirect": job.indirect}


def answers(script: str, settings: dict[str, str], *arguments: str, jobs: tuple[Job, ...] = JOBS) -> dict[str, dict]:
    """Jobs through one process: its answers by name. A job without one met the end of the process."""
    done = subprocess.run(
        [sys.executable, "-m", f"assay.suites.opengl.{script}", *arguments],
        input=json.dumps([message(job) for job in jobs]), capture_output=True, text=True, timeout=SECONDS,
        env=os.environ | settings)
    lines = map(json.loads, filter(lambda line: line[:1] == "{", done.stdout.splitlines()))
    found = {one["name"]: one for one in lines}
    ended = f"the process ended with {done.returncode}: {done.stderr.strip()[-500:]}"
    return {job.title: found.get(job.title, {"name": job.title, "error": ended}) for job in jobs}


@cache
def softpipe() -> dict[str, dict]:
    return answers("run_gl", {})


@cache
def lavapipe() -> dict[str, dict]:
    return answers("run_vulkan", {"VK_ICD_FILENAMES": str(DRIVERS / "lvp_icd.x86_64.json")})


@cache
def radv(arch: str, wave: int) -> dict[str, dict]:
    """RADV's answers for the architecture's first chip. It compiles compute for wave64 unless asked otherwise. What the
    driver freed can look like one of its objects; a job that met such a thing is asked again, in another process."""
    narrow = {"RADV_PERFTEST": "cswave32"} if wave == 32 else {}
    settings = {"VK_ICD_FILENAMES": str(DRIVERS / "radeon_icd.x86_64.json"),
                "RADV_FORCE_FAMILY": FAMILIES[arch], **narrow}
    found = answers("run_vulkan", settings, "null")
    for _ in range(TRIES):
        again = tuple(job for job in JOBS if "UnknownMesa" in found[job.title].get("error", ""))
        if not again:
            break
        found |= answers("run_vulkan", settings, "null", jobs=again)
    return found


def region(binding: int | str) -> str:
    """The name of a binding's region in a case."""
    return f"binding{binding}" if str(binding).isdigit() else str(binding)


def rows_of(job: Job, arch: str, wave: int, binding: int, data: bytes) -> bytes:
    """A binding's bytes without what lies between the rows of an image."""
    rows, width, pitch = radv(arch, wave)[job.title]["shapes"][str(binding)]
    return b"".join(data[row * pitch:row * pitch + width] for row in range(rows))


def case_of(job: Job, arch: str, wave: int, **more) -> dict:
    """What RADV compiled and wrote, as a case. Its code lies in a buffer that RADV calls address 0 and that CODE gives
    one; descriptors of images are those of images.py; else every address, descriptor and register is RADV's."""
    answer = radv(arch, wave)[job.title]
    if "error" in answer:
        raise RuntimeError(f"RADV, {job.title}: {answer['error']}")
    memory = {name: (address, bytes.fromhex(data)) for name, (address, data) in answer["memory"].items()}
    start, table = memory["descriptors"]
    memory["descriptors"] = start, described(job, arch, table, {n: memory[str(n)][0] for n in job.resources})
    base, stream = placed(answer["packets"], arch, CODE)
    return {"assay": 1, "name": f"opengl/{job.title}", "arch": arch, "wave": wave,
            "code": answer["code"], "base": hex(base), "packets": stream.hex(),
            "memory": [{"name": region(name), "address": hex(address), "bytes": data.hex()}
                       for name, (address, data) in memory.items()], "limits": {"instructions": 2_000_000}, **more}
