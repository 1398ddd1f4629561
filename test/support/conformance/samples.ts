// A picture and a sound as results of tools have them, and what every tool has.

export const OF_SUITE = { description: 'Of the conformance suite.' };

export const PNG = 'image/png';

/** One red pixel. */
export const IMAGE = {
  type: 'image' as const,
  mimeType: PNG,
  data: 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==',
};

/** A WAV file without samples. */
export const SOUND = {
  type: 'audio' as const,
  mimeType: 'audio/wav',
  data: 'UklGRiYAAABXQVZFZm10IBAAAAABAAEAQB8AAAB9AAACABAAZGF0YQIAAAA=',
};
