// Arrays as they travel; wire_format.py packs them.

const TYPES = { f8: Float64Array, f4: Float32Array, i4: Int32Array, u2: Uint16Array, u1: Uint8Array };

/** A little-endian array of the wire, `{dtype, data}`, as a typed array; anything else unchanged. */
export function typed(value) {
  if (!value?.dtype) return value;
  const { dtype, data } = value;
  const bytes = new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
  return new TYPES[dtype](bytes.slice().buffer); // a copy, for alignment
}

/** A state with its arrays unpacked. */
export function unpackArrays(state) {
  return Object.fromEntries(Object.entries(state).map(([name, value]) => [name, typed(value)]));
}
