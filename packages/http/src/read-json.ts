/** Protects the stack of recursive functions. */
export const maxJsonDepth = 64

/** The largest list of an operation has 1,000 entries. */
const maxJsonValues = 10_000

interface Limits {
  readonly maxValues?: number
}

/** The message is a sentence for the sender. */
export class InvalidJson extends Error {
  override name = 'InvalidJson'
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

/**
 * UTF-8 (RFC 8259 8.1). Rejects a member name that repeats within its object, because parsers disagree which of the two is valid (RFC
 * 8259 4), and documents that are too deep or have too many values.
 * @throws InvalidJson
 */
export function readJson(body: string | Uint8Array, { maxValues = maxJsonValues }: Limits = {}): unknown {
  const text = typeof body === 'string' ? body : decode(body)
  const value = parse(text)
  inspect(text, maxValues)
  return value
}

function decode(body: Uint8Array): string {
  try {
    return utf8.decode(body)
  } catch {
    throw new InvalidJson('The body is not valid UTF-8.')
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new InvalidJson('The body is not JSON.')
  }
}

const [quote, backslash, comma, openObject, closeObject, openList, closeList] = [...'"\\,{}[]'].map((char) =>
  char.charCodeAt(0),
) as [number, number, number, number, number, number, number]

/** Requires valid JSON text. */
function inspect(text: string, maxValues: number): void {
  /** Member names of each open object; null for a list. */
  const open: (Set<string> | null)[] = []
  let isName = false
  let values = 1
  for (let at = 0; at < text.length; at += 1) {
    const char = text.charCodeAt(at)
    if (char === quote) {
      const end = endOfString(text, at)
      if (isName) addName(open.at(-1) ?? new Set(), text.slice(at, end + 1))
      isName = false
      at = end
    } else if (char === openObject || char === openList) {
      isName = char === openObject
      open.push(isName ? new Set() : null)
      values += 1
      if (open.length > maxJsonDepth) throw new InvalidJson('The body nests too deep.')
    } else if (char === closeObject || char === closeList) {
      open.pop()
      isName = false
    } else if (char === comma) {
      isName = open.at(-1) !== null
      values += 1
    }
    if (values > maxValues) throw new InvalidJson(`The body has more than ${maxValues} values.`)
  }
}

function endOfString(text: string, start: number): number {
  let at = start + 1
  for (let char = text.charCodeAt(at); char !== quote; char = text.charCodeAt(at))
    at += char === backslash ? 2 : 1
  return at
}

function addName(names: Set<string>, quoted: string): void {
  const name = quoted.includes('\\') ? String(JSON.parse(quoted)) : quoted.slice(1, -1)
  if (names.has(name))
    throw new InvalidJson(
      `The body names ${JSON.stringify(name.slice(0, 100).toWellFormed())} twice in one object.`,
    )
  names.add(name)
}
