import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { environments, readEnv } from '@signet/runtime'
import { expect, test } from 'vitest'
import { renewed } from '../configuration/reference.ts'

/** Biome aligns tables. */
const unaligned = (text: string): string => text.replaceAll(/ +/g, ' ').replaceAll(/-{3,}/g, '---')

test('the reference of variables equals the schemas; `npm run print` renews it', () => {
  const document = readFileSync(new URL('../configuration.md', import.meta.url), 'utf8')
  expect(unaligned(document)).toBe(unaligned(renewed(document)))
})

test('every variable has a description', () => {
  for (const [reader, shape] of Object.entries(environments))
    for (const [name, schema] of Object.entries(shape))
      expect(schema.meta()?.description, `${name} of ${reader}`).toMatch(/\.$/)
})

test('a secret is read from the named file, and refused when both variables are set or the file is missing', () => {
  const file = join(mkdtempSync(join(tmpdir(), 'signet-secret-')), 'keys')
  writeFileSync(file, 'k1:secret\n')
  const { SIGNET_SECRET_KEYS } = environments.auth
  const read = (env: Record<string, string>) => readEnv({ SIGNET_SECRET_KEYS }, env)
  expect(read({ SIGNET_SECRET_KEYS_FILE: file })).toEqual({ SIGNET_SECRET_KEYS: 'k1:secret' })
  expect(() => read({ SIGNET_SECRET_KEYS_FILE: file, SIGNET_SECRET_KEYS: 'k' })).toThrow('are both set')
  expect(() => read({ SIGNET_SECRET_KEYS_FILE: `${file}-gone` })).toThrow(
    'The file of SIGNET_SECRET_KEYS_FILE cannot be read.',
  )
})
