import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'

const names = ['node-saml', 'xml-crypto', 'xmldom', '@peculiar/asn1-schema']

const program = (after: string): string => `
  import { createRequire } from 'node:module'
  await import(${JSON.stringify(new URL('../../src/app.ts', import.meta.url).href)})
  await import('@signet/accounts/authenticator-models')
  ${after}
  const loaded = Object.keys(createRequire(import.meta.url).cache)
  console.log(JSON.stringify(${JSON.stringify(names)}.filter((name) => loaded.some((file) => file.includes(name)))))
  process.exit(0)`

const loadedBy = (after: string): unknown =>
  JSON.parse(
    execFileSync(
      process.execPath,
      ['--disable-warning=ExperimentalWarning', '--input-type=module', '-e', program(after)],
      {
        encoding: 'utf8',
        cwd: import.meta.dirname,
      },
    ),
  )

test('the service loads no library of SAML or of passkeys until a response of them arrives', () => {
  expect(loadedBy('')).toEqual([])
  expect(loadedBy("await import('@node-saml/node-saml'); await import('@simplewebauthn/server')")).toEqual(
    names,
  )
}, 60_000)
