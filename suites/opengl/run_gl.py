"""A process of its own: runs jobs (mesa.py writes them to its standard input) in an OpenGL context of Mesa's softpipe,
without a window; answers a line of JSON a job, {"name", "renderer", "buffers": {binding: hex}} or {"name", "error"}.
"""
# pyright: reportArgumentType=false, reportAttributeAccessIssue=false, reportMissingImports=false
from __future__ import annotations

import json
import os
import sys

SETTINGS = {
    "GALLIUM_DRIVER": "softpipe",
    "LIBGL_ALWAYS_SOFTWARE": "1",
    "EGL_PLATFORM": "surfaceless",
    # softpipe has compute shaders as an extension of 3.3; the loader asks for the version that has them built in
    "MESA_GL_VERSION_OVERRIDE": "4.5",
    "MESA_GLSL_VERSION_OVERRIDE": "450",
}
KINDS = {"r32ui": (1, "u4"), "rgba8": (4, "f1"), "rgba32f": (4, "f4")}


def made(context, binding: int, one: dict):
    """A resource, bound where the shader expects it."""
    data = bytes.fromhex(one["data"])
    if "format" in one:
        channels, kind = KINDS[one["format"]]
        texture = context.texture(one["extent"], channels, data, dtype=kind)
        if one["kind"] == "image":
            texture.bind_to_image(binding, read=True, write=True)
        else:
            import moderngl
            texture.filter = (moderngl.NEAREST, moderngl.NEAREST)
            texture.use(binding)
        return texture
    buffer = context.buffer(data)
    size = one["size"] or len(data) - one["offset"]
    bind = buffer.bind_to_uniform_block if one["kind"] == "uniform" else buffer.bind_to_storage_buffer
    bind(binding, offset=one["offset"], size=size)
    return buffer


def run(context, job: dict) -> dict[str, str]:
    """What every resource holds afterwards, as hex."""
    _ = context.error                                                     # of making the context
    shader = context.compute_shader(job["source"])
    resources = {int(binding): made(context, int(binding), one) for binding, one in job["resources"].items()}
    if job["indirect"]:
        binding, offset = job["indirect"]
        shader.run_indirect(resources[binding], offset)
    else:
        shader.run(*job["groups"])
    context.memory_barrier()
    context.finish()
    error = context.error
    if error != "GL_NO_ERROR":
        raise RuntimeError(f"OpenGL: {error}")
    return {str(binding): one.read().hex() for binding, one in resources.items()}


def main() -> None:
    os.environ.update(SETTINGS)
    import moderngl
    for job in json.load(sys.stdin):
        context = moderngl.create_standalone_context(backend="egl", require=430)
        answer = {"name": job["name"], "renderer": f"{context.info['GL_RENDERER']}, {context.info['GL_VERSION']}"}
        try:
            answer["buffers"] = run(context, job)
        except Exception as problem:                                     # one job's; the others go on
            answer["error"] = f"{type(problem).__name__}: {problem}"
        print(json.dumps(answer), flush=True)
        context.release()


if __name__ == "__main__":
    main()
