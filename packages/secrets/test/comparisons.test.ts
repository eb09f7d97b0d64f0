import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const root = fileURLToPath(new URL('../../..', import.meta.url))

/** An attacker could guess such values byte by byte if the time of a comparison revealed the length of the match. */
const secretName =
  /(?:secret|token|digest|password|passphrase|hash|hmac|mac|signature|nonce|verifier|challenge|xsrf|csrf|code|otp|pin|credential|confirmation|cookie)s?$/i

/** Not secret; the value is the meaning. */
const harmless: Readonly<Record<string, string>> = {
  'error.api_error?.err_code === code': 'the number of an error of NATS',
  'type === deviceCode': 'the name of a grant type',
}

/** A path of names, with calls and indexes. */
const operand = String.raw`[\w$]+(?:\??\.[\w$]+|\((?:[^()]|\([^()]*\))*\)|\[[^\][]*\]|!)*`
const comparison = new RegExp(String.raw`(${operand})\s*(?:===|!==|==|!=)\s*(${operand})`, 'g')
const otherwise = new RegExp(String.raw`(${operand})\.(?:equals|compare|localeCompare)\((${operand})`, 'g')

const literal = /^(?:null|undefined|true|false|\d+|typeof|_)$/

const nameOf = (side: string): string =>
  side
    .replace(/(?:\((?:[^()]|\([^()]*\))*\)|\[[^\][]*\]|!)+$/, '')
    .split('.')
    .at(-1) ?? ''

const codeOf = (source: string): string =>
  source
    .replaceAll(/\/\*[\s\S]*?\*\//g, '')
    .replaceAll(/(?<![:'"`\\])\/\/.*$/gm, '')
    .replaceAll(/'(?:[^'\\\n]|\\.)*'/g, '_')

function comparedIn(source: string): string[] {
  const code = codeOf(source)
  return [...code.matchAll(comparison), ...code.matchAll(otherwise)]
    .map(([whole, left = '', right = '']) => ({ whole, sides: [left, right] }))
    .filter(({ sides }) => !sides.some((side) => literal.test(side)))
    .filter(({ sides }) => sides.some((side) => secretName.test(nameOf(side))))
    .filter(({ whole }) => !code.includes(`typeof ${whole}`))
    .map(({ whole }) => whole.replaceAll(/\s+/g, ' '))
}

describe('comparisons of secrets', () => {
  it('secrets, tokens, codes and digests are found by digest or compared in constant time', () => {
    const files = globSync('{services,packages}/*/src/**/*.ts', { cwd: root }).filter(
      (file) => !/\/generated\/|\.test\.ts$|^packages\/testkit\//.test(file),
    )
    expect(files.length).toBeGreaterThan(300)
    const compared = files.flatMap((file) =>
      comparedIn(readFileSync(`${root}/${file}`, 'utf8'))
        .filter((whole) => !Object.hasOwn(harmless, whole))
        .map((whole) => `${file}: ${whole}`),
    )
    expect(compared).toEqual([])
  })

  it.each([
    'if (presented === stored.secretDigest) return',
    'digest(given.token) === row.id',
    'return before.client_secret !== after',
    'a == clientSecret',
    'kept.filter(({ token }) => token === given)',
    'const same = body.code ===\n  expected',
    'sent.equals(expectedMac)',
    'hash(value)!=held',
  ])('a comparison of a secret is detected: %s', (line) => {
    expect(comparedIn(line)).toHaveLength(1)
  })

  it.each([
    'if (token === undefined) return',
    "row.kind === 'static_token'",
    "typeof secret === 'string'",
    'secret !== null',
    '// secret === other',
    'codes.length === 3',
    'client.id === found.id',
  ])('a comparison of other values is not reported: %s', (line) => {
    expect(comparedIn(line)).toEqual([])
  })
})
