/** No document of ours nests as deep; what does is made to exhaust the stack of whatever walks through it. */
export const maxJsonDepth = 64

const [open, shut, openList, shutList, quote, backslash] = Buffer.from('{}[]"\\')

/** Whether a JSON text nests deeper than any of ours, found before it is parsed. */
export function nestsTooDeep(json: Buffer | string): boolean {
  const bytes = typeof json === 'string' ? Buffer.from(json) : json
  let depth = 0
  let quoted = false
  for (let index = 0; index < bytes.length; index += 1) {
    const byte = bytes[index]
    if (quoted) {
      if (byte === backslash) index += 1
      else if (byte === quote) quoted = false
    } else if (byte === quote) quoted = true
    else if (byte === open || byte === openList) {
      depth += 1
      if (depth > maxJsonDepth) return true
    } else if (byte === shut || byte === shutList) depth -= 1
  }
  return false
}
