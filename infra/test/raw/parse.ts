export interface RawMessage {
  readonly line: string
  /** Lower-case names, in the order of the wire. */
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly body: string
}

/** The parser stops at the first byte that RFC 9112 does not permit. */
export interface ParsedBytes {
  readonly messages: readonly RawMessage[]
  /** Bytes after the last complete message that are not the start of another one. */
  readonly violation: string | undefined
}

/** @param bytes sent by a proxy over one connection, as Latin-1 text with one character for each byte */
export function parseStrictly(bytes: string): ParsedBytes {
  const messages: RawMessage[] = []
  let rest = bytes
  while (rest !== '') {
    const end = rest.indexOf('\r\n\r\n')
    if (end < 0) return { messages, violation: startsRequest(rest) ? undefined : rest }
    const [line = '', ...fields] = rest.slice(0, end).split('\r\n')
    if (!/^[A-Z]+ \S+ HTTP\/1\.[01]$/.test(line)) return { messages, violation: rest }
    const headers = fields.map((field) => /^([!#$%&'*+.^_`|~\w-]+): ?([^\r\n\0]*)$/.exec(field))
    if (headers.some((match) => !match)) return { messages, violation: rest }
    const read = headers.map((match) => [String(match?.[1]).toLowerCase(), String(match?.[2])] as const)
    const body = bodyOf(read, rest.slice(end + 4))
    if (body === 'violation') return { messages, violation: rest }
    if (body === 'incomplete') return { messages, violation: undefined }
    messages.push({ line, headers: read, body: body.text })
    rest = rest.slice(end + 4 + body.length)
  }
  return { messages, violation: undefined }
}

const startsRequest = (text: string): boolean => /^[A-Z]*(?: |$)/.test(text)

type Body = 'violation' | 'incomplete' | { readonly text: string; readonly length: number }

function bodyOf(headers: RawMessage['headers'], rest: string): Body {
  const lengths = headers.filter(([name]) => name === 'content-length').map(([, value]) => value)
  const codings = headers.filter(([name]) => name === 'transfer-encoding').map(([, value]) => value)
  if (lengths.length + codings.length > 1) return 'violation'
  const [length = '0'] = lengths
  if (codings.length === 1) return codings[0] === 'chunked' ? chunked(rest) : 'violation'
  if (!/^\d+$/.test(length)) return 'violation'
  return rest.length < Number(length)
    ? 'incomplete'
    : { text: rest.slice(0, Number(length)), length: Number(length) }
}

function chunked(bytes: string): Body {
  let text = ''
  let at = 0
  for (;;) {
    const line = /^([\da-f]+)\r\n/i.exec(bytes.slice(at, at + 20))
    if (!line) return /^[\da-f]*\r?$/i.test(bytes.slice(at)) ? 'incomplete' : 'violation'
    const size = Number.parseInt(String(line[1]), 16)
    const start = at + line[0].length
    if (size === 0) return trailers(text, bytes, start)
    if (bytes.length < start + size + 2) return 'incomplete'
    if (bytes.slice(start + size, start + size + 2) !== '\r\n') return 'violation'
    text += bytes.slice(start, start + size)
    at = start + size + 2
  }
}

/** Trailers end with an empty line. They are separate from the headers. */
function trailers(text: string, bytes: string, start: number): Body {
  const rest = bytes.slice(start)
  const fields = /^(?:[!#$%&'*+.^_`|~\w-]+:[^\r\n\0]*\r\n)*\r\n/.exec(rest)
  if (fields) return { text, length: start + fields[0].length }
  return rest.endsWith('\r\n\r\n') ? 'violation' : 'incomplete'
}
