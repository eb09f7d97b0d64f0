import { expect, test } from 'vitest'
import { type TokenKind, tokensOf } from './code-tokens.ts'

const marked = (code: string, kind: TokenKind): string[] =>
  tokensOf(code).flatMap((token) => (token.kind === kind ? [token.text] : []))

const samples = {
  json: '{ "kid": "a1", "use": null, "iat": 17 }',
  shell: `# Read the users\ncurl -X POST 'https://id.example/admin/api/users#top' \\\n  -d '{"count":10}'`,
  script: "import { x } from 'x' // the client\nconst port = 8080\nfetch(`https://a.example/`)",
}

test('the tokens of a code have its whole text', () => {
  for (const code of Object.values(samples))
    expect(
      tokensOf(code)
        .map(({ text }) => text)
        .join(''),
    ).toBe(code)
})

test('keys, strings, numbers and words of JSON are marked', () => {
  expect(marked(samples.json, 'key')).toEqual(['"kid"', '"use"', '"iat"'])
  expect(marked(samples.json, 'string')).toEqual(['"a1"'])
  expect(marked(samples.json, 'word')).toEqual(['null'])
  expect(marked(samples.json, 'number')).toEqual(['17'])
  expect(marked('curl http://localhost:8080/acme', 'number')).toEqual([])
})

test('comments of the shell and of JavaScript are marked, but not the parts of an address', () => {
  expect(marked(samples.shell, 'comment')).toEqual(['# Read the users'])
  expect(marked(samples.shell, 'string')).toHaveLength(2)
  expect(marked(samples.script, 'comment')).toEqual(['// the client'])
  expect(marked(samples.script, 'string')).toEqual(["'x'", '`https://a.example/`'])
  expect(marked('curl https://id.example/a#b', 'comment')).toEqual([])
})

test('a token and a certificate are not marked', () => {
  expect(tokensOf('eyJhbGciOiJFUzI1NiJ9.e30.17')).toHaveLength(1)
  expect(tokensOf('-----BEGIN CERTIFICATE-----\n12 34\n-----END CERTIFICATE-----')).toHaveLength(1)
})
