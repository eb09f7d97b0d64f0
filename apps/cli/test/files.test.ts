import { mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { originOf } from '../src/connection/address.ts'
import { readLogin, storeLogin } from '../src/connection/credentials.ts'
import { differences } from '../src/project-file/difference.ts'
import { parseProjectDocument, readProjectFile } from '../src/project-file/document.ts'
import { mergeProjectFile } from '../src/project-file/merge.ts'

const folder = mkdtempSync(join(tmpdir(), 'signet-cli-'))

const text = `# Reviewed by the platform team.
version: 1
project:
  displayName: Shop # shown on the consent page
providers:
  google:
    clientId: g.example
    # Rotated every year.
    clientSecret:
      secretFrom: env:GOOGLE_SECRET
groups:
  support: {}
  engineering: {} # on call
`

describe('project files:', () => {
  it('a merge keeps comments and references to secrets, changes values and removes missing entries', () => {
    const merged = mergeProjectFile(text, {
      version: 1,
      project: { displayName: 'Store', language: 'de' },
      providers: { google: { clientId: 'g.example' } },
      groups: { engineering: {}, sales: {} },
    })
    expect(merged).toBe(`# Reviewed by the platform team.
version: 1
project:
  displayName: Store # shown on the consent page
  language: de
providers:
  google:
    clientId: g.example
    # Rotated every year.
    clientSecret:
      secretFrom: env:GOOGLE_SECRET
groups:
  engineering: {} # on call
  sales: {}
`)
  })

  it('secrets are read from the environment and from files next to the project file', () => {
    const path = join(folder, 'signet.yaml')
    writeFileSync(join(folder, 'apple.p8'), 'key-of-apple\n')
    const apple = '\n  apple: { catalogueId: apple, signingKey: { secretFrom: "file:apple.p8" } }'
    writeFileSync(path, text.replace('providers:', `providers:${apple}`))
    expect(readProjectFile(path, { GOOGLE_SECRET: 'secret-of-google' }).providers).toEqual({
      apple: { catalogueId: 'apple', signingKey: 'key-of-apple' },
      google: { clientId: 'g.example', clientSecret: 'secret-of-google' },
    })
    expect(() => readProjectFile(path, {})).toThrow('The environment has no GOOGLE_SECRET')
  })

  it.each([
    ['a key that appears twice', 'version: 1\ngroups: { a: {}, a: {} }', 'unique'],
    ['an unknown field', 'version: 1\nproject: { displayNam: Shop }', 'project.displayNam is not a field'],
    ['text that is not YAML', 'version: [', 'signet.yaml: '],
  ])('%s is reported with the name of the file', (_what, broken, message) => {
    expect(() => parseProjectDocument(broken, 'signet.yaml')).toThrow(message)
  })

  it('aliases that expand to too many nodes are rejected', () => {
    const level = (at: number) =>
      `l${at}: &l${at} [${Array.from({ length: 9 }, () => `*l${at - 1}`).join(', ')}]`
    const bomb = ['l0: &l0 [x]', ...Array.from({ length: 9 }, (_, at) => level(at + 1))].join('\n')
    expect(() => parseProjectDocument(bomb, 'bomb.yaml')).toThrow('alias')
  })

  it('a comparison names each different entry with its path', () => {
    expect(
      differences(
        { version: 1, groups: { a: {} }, project: { name: 'x' } },
        { version: 1, groups: { b: {} }, project: { name: 'x' } },
      ),
    ).toEqual([
      { path: 'groups/a', from: {}, to: undefined },
      { path: 'groups/b', from: undefined, to: {} },
    ])
  })
})

describe('logins:', () => {
  it('a login is stored in a file that only its user can read, for each instance', () => {
    const env = { SIGNET_CREDENTIALS_FILE: join(folder, 'nested', 'credentials.json') }
    const login = { accessToken: 'a', refreshToken: 'r', expiresAt: 1 }
    storeLogin(env, 'https://one.example', login)
    storeLogin(env, 'https://two.example', { ...login, accessToken: 'b' })
    storeLogin(env, 'https://one.example', undefined)
    expect(statSync(env.SIGNET_CREDENTIALS_FILE).mode & 0o777).toBe(0o600)
    expect(readLogin(env, 'https://one.example')).toBeUndefined()
    expect(readLogin(env, 'https://two.example')).toMatchObject({ accessToken: 'b' })
    expect(readFileSync(env.SIGNET_CREDENTIALS_FILE, 'utf8')).not.toContain('"a"')
  })

  it('an address without TLS is accepted only on this machine', () => {
    expect(originOf('http://localhost:8080/admin')).toBe('http://localhost:8080')
    expect(originOf('https://id.example/')).toBe('https://id.example')
    expect(() => originOf('http://id.example')).toThrow('https')
    expect(() => originOf('id.example')).toThrow('is not an address')
    expect(() => originOf(undefined)).toThrow('SIGNET_URL')
  })
})
