import { readFileSync } from 'node:fs'
import { ProjectDocument } from '@signet/contracts'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { projectFileSchema, schemaFile } from '../src/project-file/schema.ts'

const ajv = new Ajv2020({ strict: true, strictTypes: false, allErrors: true })
addFormats.default(ajv)
const isValid = ajv.compile(projectFileSchema())

const shop = parse(`
version: 1
project: { name: Shop, registrationOpen: true, language: de }
groups: { engineering: { preventDestroy: true } }
apis:
  https://api.shop.example: { name: Orders, scopes: [orders.read], accessTokenTTL: 600 }
providers:
  google: { catalogueId: google, clientId: g.example, clientSecret: { secretFrom: env:GOOGLE_SECRET } }
applications:
  Web shop:
    grantTypes: [authorization_code, refresh_token]
    tokenEndpointAuthMethod: client_secret_basic
    redirectUris: [https://shop.example/callback]
    policyUri: null
`) as Record<string, unknown>

const broken: readonly (readonly [string, object])[] = [
  ['an unknown section', { ...shop, users: {} }],
  ['an unknown field', { ...shop, applications: { Web: { redirects: [] } } }],
  ['a value of another type', { ...shop, project: { totpRequired: 'yes' } }],
  ['a missing version', { project: {} }],
  ['a secret as a value', { version: 1, providers: { google: { clientSecret: 'secret-in-the-file' } } }],
  [
    'an unknown source of a secret',
    { version: 1, providers: { google: { clientSecret: { secretFrom: 'vault:x' } } } },
  ],
]

describe('the JSON Schema of a project file:', () => {
  it('the printed schema is the schema of the contracts', () => {
    const printed = JSON.parse(readFileSync(new URL(`../${schemaFile}`, import.meta.url), 'utf8'))
    expect(printed, 'npm run print').toEqual(projectFileSchema())
  })

  it('an independent validator and the contracts accept a valid file', () => {
    expect(isValid(shop), JSON.stringify(isValid.errors)).toBe(true)
    expect(ProjectDocument.safeParse(shop).error).toBeUndefined()
  })

  it.each(broken)('an independent validator and the contracts reject %s', (_what, file) => {
    expect(isValid(file)).toBe(false)
    expect(ProjectDocument.safeParse(file).success).toBe(false)
  })
})
