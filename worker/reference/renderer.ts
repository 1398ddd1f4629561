// The address of the renderer of /docs. Its version is in its name, so that a browser may keep it for ever.

export const RENDERER_VERSION = '1.72.1';
export const RENDERER_PATH = `/docs/assets/scalar-${RENDERER_VERSION}.js`;
