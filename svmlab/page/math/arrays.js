// Arrays as they travel; wire_format.py packs them.

const TYPES = { f8: Float64Array, f4: Float32Array, i4: Int32Array, u2: Uint16Array, u1: Uint8Array };

/** A little-endian array of the wire, `{dtype, data}`, as a typed array; anything else unchanged. */
export function typed(value) {
  return value?.dtype ? new TYPES[value.dtype](bytesOf(value.data).buffer) : value;
}

/** What has travelled as bytes, or as `{base64}` where bytes cannot travel: a copy, for alignment. */
function bytesOf({ base64, buffer, byteOffset, byteLength }) {
  if (base64 !== undefined) return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  return new Uint8Array(buffer, byteOffset, byteLength).slice();
}

/** A state with its arrays unpacked. */
export function unpackArrays(state) {
  return Object.fromEntries(Object.entries(state).map(([name, value]) => [name, typed(value)]));
}
