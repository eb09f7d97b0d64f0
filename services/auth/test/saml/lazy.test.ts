import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'

const program = (after: string): string => `
  import { createRequire } from 'node:module'
  await import(${JSON.stringify(new URL('../../src/app.ts', import.meta.url).href)})
  ${after}
  const loaded = Object.keys(createRequire(import.meta.url).cache)
  console.log(JSON.stringify(['node-saml', 'xml-crypto', 'xmldom'].filter((name) => loaded.some((file) => file.includes(name)))))
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

test('the service loads no library of SAML until a provider with SAML is used', () => {
  expect(loadedBy('')).toEqual([])
  expect(loadedBy("await import('@node-saml/node-saml')")).toEqual(['node-saml', 'xml-crypto', 'xmldom'])
}, 60_000)
