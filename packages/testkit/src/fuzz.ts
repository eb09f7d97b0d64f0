/** Repeats its results for the same seed. */
export interface Fuzz {
  below(bound: number): number
  chance(share: number): boolean
  pick<T>(of: readonly T[]): T
  some<T>(of: readonly T[], share?: number): T[]
  /** Text that often breaks parsers, headers, databases and clocks. */
  text(): string
  json(): string
}

export function createFuzz(seed: number): Fuzz {
  let state = seed >>> 0
  // mulberry32
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
  const below = (bound: number) => Math.floor(next() * bound)
  const pick = <T>(of: readonly T[]): T => of[below(of.length)] as T
  const text = () => {
    const one = pick(texts)
    return below(8) === 0 ? `${one}${pick(texts)}` : one
  }
  const json = (): string => {
    const kind = below(10)
    if (kind < 4) return JSON.stringify(text())
    if (kind < 8) return pick(values)
    if (kind === 8) return `[${json()},${json()}]`
    return `{${JSON.stringify(pick(names))}:${json()},${JSON.stringify(text())}:${json()}}`
  }
  return {
    below,
    pick,
    text,
    json,
    chance: (share) => next() < share,
    some: (of, share = 0.5) => of.filter(() => next() < share),
  }
}

/** Depth that an encoded body of a protocol endpoint can have. */
const deepJson = `${'['.repeat(4_000)}${']'.repeat(4_000)}`

const part = (json: string): string => Buffer.from(json).toString('base64url')

const far = 1_000_000_000_000_000

const jwt = (header: object, payload: object): string =>
  [header, payload].map((value) => part(JSON.stringify(value))).join('.')

const names = [
  '__proto__',
  'constructor',
  'toString',
  'prototype',
  'hasOwnProperty',
  'then',
  'length',
  '',
  '0',
]

const texts: readonly string[] = [
  ...names,
  'a',
  'x'.repeat(300),
  'x'.repeat(9_000),
  ' ',
  '\t',
  '\0',
  'a\0b',
  '\r\n',
  'a\r\nSet-Cookie: b=c',
  '\n',
  '\u2028',
  '\ud800',
  '\udfff\ud800',
  '\ufeff',
  '\u202egnp.exe',
  'a\u200bb',
  '\u0001',
  '\u007f',
  '\u0130\u017f\u212a',
  'e\u0301'.repeat(40),
  '😀',
  '日本語',
  ';',
  ',',
  '=',
  '&',
  '"',
  '\\',
  '%',
  '%00',
  '%0d%0a',
  '%zz',
  '%u0041',
  '../../etc/passwd',
  '//evil.example',
  'http://',
  'https://',
  'https://[::1',
  'https://a b',
  'https://user:pass@host/',
  'https://evil.example/#x',
  'http://169.254.169.254/',
  'javascript:alert(1)',
  'data:text/html,x',
  'urn:',
  'urn:ietf:params:oauth:request_uri:x',
  'urn:ietf:params:oauth:request_uri:\0',
  "'; DROP TABLE accounts; --",
  '{{7*7}}',
  '<script>',
  '(a+)+$',
  '0',
  '-1',
  '1e400',
  '1e15',
  '9007199254740993',
  '99999999999999999999999',
  '-0',
  'NaN',
  'Infinity',
  'true',
  'null',
  'undefined',
  '[]',
  '{}',
  '[object Object]',
  '{"a":',
  '{"id_token":{"constructor":null,"__proto__":null}}',
  '{"userinfo":{"email":{"value":{"a":1}}},"id_token":[]}',
  '{"id_token":{"acr":{"essential":true,"values":{"length":1e9}}}}',
  '[{"type":"constructor"}]',
  '[{"type":1},null,[]]',
  `${'['.repeat(5_000)}${']'.repeat(5_000)}`,
  `${'['.repeat(9_000)}${']'.repeat(9_000)}`,
  `${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`,
  '0000-00-00',
  '275760-09-13T00:00:00.001Z',
  '2026-13-45T99:99:99Z',
  '9999-99',
  '-000001-01-01T00:00:00Z',
  '2026-02-30',
  'a@b',
  'a@b\r\nBcc: c@d',
  `${'a'.repeat(65)}@${'b'.repeat(250)}.example`,
  'openid',
  'openid openid',
  'openid offline_access constructor __proto__',
  'S256',
  'code',
  'code id_token token',
  'form_post',
  'none',
  'login consent select_account none',
  'authorization_code',
  'refresh_token',
  'client_credentials',
  'urn:ietf:params:oauth:grant-type:device_code',
  'urn:openid:params:grant-type:ciba',
  'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
  'Bearer x',
  'Basic %%%',
  'eyJ',
  'a.b.c',
  'a.b.c.d.e',
  `${jwt({ alg: 'none' }, { iss: 'a', sub: 'a', aud: 'a', exp: far, jti: '\0' })}.`,
  `${jwt({ alg: 'HS256', typ: 1 }, { iss: ['a'], sub: {}, aud: [], exp: 'never', iat: -1 })}.x`,
  `${jwt({ alg: 'constructor', crit: ['x'], kid: '__proto__' }, { exp: 1e308 })}.x`,
  `${jwt({ alg: 'dir', enc: 'A256GCM' }, {})}...`,
  jwt({}, {}),
  `${part('{"alg":"RS256"}')}.${part(`{"claims":${deepJson},"scope":${deepJson},"authorization_details":${deepJson}}`)}.x`,
  `${part(`{"alg":${deepJson}}`)}.e30.x`,
  'deflate',
  'xn--a',
  'xn--80ak6aa92e.com',
  '127.0.0.1',
  '0x7f.1',
  'COM1',
]

const values: readonly string[] = [
  'null',
  'true',
  'false',
  '0',
  '-0',
  '-1',
  '0.1',
  '1e400',
  '1e308',
  '1e15',
  '-1e15',
  '2147483648',
  '9007199254740993',
  '4294967296',
  '[]',
  '{}',
  '[null]',
  '[[]]',
  '["a","a"]',
  '[1,"a",null,{}]',
  `[${'"a",'.repeat(2_000)}"a"]`,
  '{"__proto__":{"a":1}}',
  '{"constructor":{"prototype":{"a":1}}}',
  '{"toString":1,"valueOf":1}',
  '{"length":4294967295}',
  '{"then":1}',
  '{"toJSON":1}',
  '{"keys":[{}]}',
  '{"keys":[null,1,"a",{"kty":"constructor"},{"kty":"RSA","n":"","e":""}]}',
  '{"kty":"EC","crv":"P-256","x":"a","y":"b"}',
  '"\\ud800"',
  '"\\u0000"',
  `${'['.repeat(5_000)}${']'.repeat(5_000)}`,
  `${'['.repeat(20_000)}${']'.repeat(20_000)}`,
  `${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`,
  'undefined',
  'NaN',
  '',
  "'a'",
  '"a',
]

/** `npm run test:slow` sends all requests, and the soak test multiplies them. */
export const fuzzRequests = (usual: number): number =>
  Math.ceil(usual * Number(process.env.SIGNET_FUZZ_FACTOR ?? 0.4))

export const fuzzSeed = Number(process.env.SIGNET_FUZZ_SEED ?? 1)

/**
 * Stops at the first failure.
 * @param work receives its number, which determines its random values
 */
export async function inParallel(
  count: number,
  atOnce: number,
  work: (index: number) => Promise<void>,
): Promise<void> {
  let next = 0
  const one = async () => {
    while (next < count) {
      const index = next
      next += 1
      await work(index)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, one))
}

/** True in `npm run test:slow` and `npm run test:soak`. */
export const runsAllCases =
  process.env.SIGNET_ALL_CASES !== undefined || process.env.SIGNET_SOAK !== undefined

/** Returns all items in a run of all cases, and otherwise every fifth item, the first included. */
export const someOf = <T>(items: readonly T[]): readonly T[] =>
  runsAllCases ? items : items.filter((_item, index) => index % 5 === 0)

/**
 * All items in `npm run test:soak`, the share of them in `npm run test:slow`, and otherwise a part of the share. They depend only on
 * the seed and the positions.
 */
export function sampled<T>(items: readonly T[], share: number): readonly T[] {
  if (process.env.SIGNET_SOAK !== undefined) return items
  const fuzz = createFuzz(fuzzSeed)
  return items.filter(() => fuzz.chance(runsAllCases ? share : share * 0.4))
}
