/**
 * - `reject`: a response of 4xx or 501, or a closed connection; the upstream receives nothing.
 * - `forward`: exactly one request reaches the upstream, with `body`.
 * - `either`: both are correct; the requests at the upstream must be unambiguous.
 */
export interface FramingCase {
  readonly name: string
  /** One after the other; Latin-1. */
  readonly parts: readonly string[]
  readonly expected: 'reject' | 'forward' | 'either'
  readonly body?: string
  readonly ends?: boolean
}

const start = (method: string, ...headers: string[]): string =>
  [`${method} /ok HTTP/1.1`, 'Host: shop.id.example.com', ...headers, '', ''].join('\r\n')

/** The headers of another user would complete the request. */
export const smuggled =
  'POST /smuggled HTTP/1.1\r\nHost: id.example.com\r\nContent-Length: 9999\r\nX-Ignore: '
const length = `Content-Length: ${smuggled.length}`
const chunkedTwice = '5\r\nhello\r\n0\r\n\r\n'

const one = (
  name: string,
  expected: FramingCase['expected'],
  text: string,
  more: Partial<FramingCase> = {},
): FramingCase => ({ name, expected, parts: [text], ...more })

const connection = (option: string): FramingCase =>
  one(
    `Connection names ${option}`,
    'reject',
    `${start('POST', `Connection: ${option}`, 'Authorization: Bearer x', length)}${smuggled}`,
  )

const contentLength = (value: string): FramingCase =>
  one(`Content-Length is "${value}"`, 'reject', `${start('POST', `Content-Length: ${value}`)}hello`)

const transferEncoding = (field: string): FramingCase =>
  one(`${JSON.stringify(field)} with a body`, 'reject', `${start('POST', field)}0\r\n\r\n${smuggled}\r\n\r\n`)

export const framingCases: readonly FramingCase[] = [
  ...['content-length', 'Content-Length, close', 'keep-alive, transfer-encoding'].map(connection),
  ...['host', 'authorization', 'x-forwarded-for', 'cookie', 'te, x-anything', 'close close'].map(connection),
  one('Connection is close', 'forward', start('GET', 'Connection: close')),
  one('Connection is keep-alive', 'forward', start('GET', 'Connection: Keep-Alive')),
  one('Connection is te', 'forward', start('GET', 'Connection: TE', 'TE: trailers')),
  one(
    'an upgrade to another protocol',
    'forward',
    start('GET', 'Connection: upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=='),
  ),
  one(
    'an upgrade to HTTP/2',
    'forward',
    start('GET', 'Connection: Upgrade, HTTP2-Settings', 'Upgrade: h2c', 'HTTP2-Settings: AAMAAABk'),
  ),
  one('the preface of HTTP/2', 'reject', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'),
  one(
    'Content-Length and Transfer-Encoding',
    'either',
    `${start('POST', 'Content-Length: 5', 'Transfer-Encoding: chunked')}0\r\n\r\n`,
  ),
  one(
    'Content-Length of the whole and Transfer-Encoding',
    'either',
    `${start('POST', `Content-Length: ${smuggled.length + 5}`, 'Transfer-Encoding: chunked')}0\r\n\r\n${smuggled}`,
  ),
  ...[
    'Transfer-Encoding: identity',
    'Transfer-Encoding: xchunked',
    'Transfer-Encoding: chunked, identity',
    'Transfer-Encoding: gzip, chunked',
    'Transfer-Encoding : chunked',
    'Transfer-Encoding:\x0bchunked',
    'Transfer-Encoding: chunked\r\nTransfer-Encoding: identity',
    'Transfer-Encoding: "chunked"',
  ].map(transferEncoding),
  ...['+5', '0x5', '5, 6', '-5', '5 5', '', '٥', '9'.repeat(30), '5.0'].map(contentLength),
  one(
    'two values of Content-Length',
    'reject',
    `${start('POST', 'Content-Length: 5', `Content-Length: ${smuggled.length}`)}${smuggled}`,
  ),
  one(
    'one value of Content-Length, twice',
    'either',
    `${start('POST', 'Content-Length: 5', 'Content-Length: 5')}hello`,
  ),
  one('a body in chunks', 'forward', `${start('POST', 'Transfer-Encoding: chunked')}${chunkedTwice}`, {
    body: 'hello',
  }),
  one(
    'extensions of a chunk',
    'either',
    `${start('POST', 'Transfer-Encoding: chunked')}5;a=b\r\nhello\r\n0\r\n\r\n`,
  ),
  one(
    'a line feed in the extension of a chunk',
    'either',
    `${start('POST', 'Transfer-Encoding: chunked')}5;\n47\r\nhello\r\n0\r\n\r\n${smuggled}\r\n\r\n`,
  ),
  one(
    'a chunk size with a sign',
    'reject',
    `${start('POST', 'Transfer-Encoding: chunked')}+5\r\nhello\r\n0\r\n\r\n`,
  ),
  one(
    'a chunk longer than its size',
    'reject',
    `${start('POST', 'Transfer-Encoding: chunked')}2\r\nhello\r\n0\r\n\r\n`,
  ),
  one(
    'trailers that repeat headers',
    'either',
    `${start('POST', 'Transfer-Encoding: chunked')}5\r\nhello\r\n0\r\nX-Forwarded-For: 6.6.6.6\r\nHost: evil.example\r\n\r\n`,
  ),
  one('a header folded over two lines', 'either', start('GET', 'X-A: b', ' X-Forwarded-For: 6.6.6.6')),
  one('bare line feeds', 'either', start('GET').replaceAll('\r\n', '\n')),
  one('a bare line feed in a header', 'either', start('GET', `X-A: b\nX-Forwarded-For: 6.6.6.6`)),
  one('a bare carriage return in a header', 'reject', start('GET', 'X-A: b\rX-Forwarded-For: 6.6.6.6')),
  one('a null byte in a header', 'reject', start('GET', 'X-A: b\0c')),
  one('a header name with a space', 'reject', start('GET', 'X A: b')),
  one('a header without a name', 'reject', start('GET', ': b')),
  one('two Host headers', 'reject', start('GET', 'Host: evil.example')),
  one('one Host header, twice', 'either', start('GET', 'Host: shop.id.example.com')),
  one('no Host header', 'reject', 'GET /ok HTTP/1.1\r\n\r\n'),
  one(
    'an absolute target for another host',
    'reject',
    'GET http://evil.example/ok HTTP/1.1\r\nHost: shop.id.example.com\r\n\r\n',
  ),
  one('a target with a space', 'reject', 'GET /o k HTTP/1.1\r\nHost: shop.id.example.com\r\n\r\n'),
  one('a method that no service has', 'reject', start('TRACE')),
  one('a tunnel', 'reject', 'CONNECT id.example.com:443 HTTP/1.1\r\nHost: id.example.com:443\r\n\r\n'),
  one('HTTP/0.9', 'reject', 'GET /ok\r\n'),
  one('an unknown version', 'reject', 'GET /ok HTTP/1.9x\r\nHost: shop.id.example.com\r\n\r\n'),
  one('a header of 17 KiB', 'reject', start('GET', `X-A: ${'a'.repeat(17_408)}`)),
  one('3,000 headers', 'reject', start('GET', ...Array.from({ length: 3000 }, (_, at) => `X-${at}: a`))),
  one(
    'a body that the client announces with Expect',
    'forward',
    `${start('POST', 'Content-Length: 5', 'Expect: 100-continue')}hello`,
    { body: 'hello' },
  ),
  one('a GET with a body', 'either', `${start('GET', 'Content-Length: 7')}GET /sm`),
  one('half a body, then the end', 'reject', `${start('POST', 'Content-Length: 500')}half`, { ends: true }),
  {
    name: 'a body in two packets',
    expected: 'forward',
    body: 'hello',
    parts: [`${start('POST', 'Content-Length: 5')}he`, 'llo'],
  },
  {
    name: 'a header in two packets',
    expected: 'forward',
    parts: ['GET /ok HTTP/1.1\r\nHost: shop.id', '.example.com\r\n\r\n'],
  },
]

/** Headers that only a proxy writes, in spellings that programs confuse. */
export const proxyHeaderLines = [
  'X-Forwarded-For: 6.6.6.6',
  'x-forwarded-for: 7.7.7.7',
  'X-Forwarded-Proto: gopher',
  'X-Forwarded-Host: evil.example',
  'X-Forwarded-Port: 1',
  'Forwarded: for=6.6.6.6',
  'X-Real-IP: 6.6.6.6',
  'X-Request-Id: chosen by the client',
  'Client-Cert: :AAAA:',
  'Client-Cert-Verify: SUCCESS',
  'Client-Cert-Chain: :AAAA:',
  'X-SSL-Client-Cert: AAAA',
  'SSL-Client-Verify: SUCCESS',
  'X-Client-Cert: AAAA',
  'X-Client-Verify: SUCCESS',
]
