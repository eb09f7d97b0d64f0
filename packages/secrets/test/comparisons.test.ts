import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const root = fileURLToPath(new URL('../../..', import.meta.url))

/** What a value is called that somebody could guess at, byte by byte, if a comparison told how far they got. */
const secretName =
  /(?:secret|token|digest|password|passphrase|hash|hmac|mac|signature|nonce|verifier|challenge|xsrf|csrf|code|otp|pin|credential|confirmation|cookie)s?$/i

/** Values that have such a name and are none, each with what they are. */
const harmless: Readonly<Record<string, string>> = {
  'error.api_error?.err_code === code': 'the number of an error of NATS',
  'type === deviceCode': 'the name of a grant type',
}

/** One side of a comparison: a path of names, with calls and indexes. */
const operand = String.raw`[\w$]+(?:\??\.[\w$]+|\((?:[^()]|\([^()]*\))*\)|\[[^\][]*\]|!)*`
const comparison = new RegExp(String.raw`(${operand})\s*(?:===|!==|==|!=)\s*(${operand})`, 'g')
const otherwise = new RegExp(String.raw`(${operand})\.(?:equals|compare|localeCompare)\((${operand})`, 'g')

const literal = /^(?:null|undefined|true|false|\d+|typeof|_)$/

/** The name a value goes by: the last of its path, or the function that made it. */
const nameOf = (side: string): string =>
  side
    .replace(/(?:\((?:[^()]|\([^()]*\))*\)|\[[^\][]*\]|!)+$/, '')
    .split('.')
    .at(-1) ?? ''

/** Strings say nothing here, and comments what they like; what is inserted into a template is code. */
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

describe('T25: secrets, tokens, codes and digests', () => {
  it('are looked up by digest or compared in constant time, wherever our code runs', () => {
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
  ])('are seen where they are not: %s', (line) => {
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
  ])('are not seen where there are none: %s', (line) => {
    expect(comparedIn(line)).toEqual([])
  })
})
