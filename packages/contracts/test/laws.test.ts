import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import {
  errorCodes,
  errorsOf,
  type Operation,
  operationList,
  placementOf,
  previewOf,
  redactionList,
  scopeFor,
  secretFieldNames,
  secretsOf,
} from '../src/index.ts'

const each = operationList.map((operation) => [operation.tool, operation] as const)

const withDocument = new Set(['project_file_plan', 'project_mail_text_preview'])

describe('laws of every operation', () => {
  it.each(each)('%s has an example that is a valid input with only its own fields', (_, operation) => {
    expect(operation.input.safeParse(operation.example).error).toBeUndefined()
    const known = Object.keys(operation.input.shape)
    expect(known).toEqual(expect.arrayContaining(Object.keys(operation.example)))
  })

  it.each(each)('%s has a required string in its input for every path parameter', (_, operation) => {
    for (const name of placementOf(operation).params) {
      const field: unknown = operation.input.shape[name]
      expect(field, name).toBeInstanceOf(z.ZodType)
      expect(operation.input.safeParse({ ...operation.example, [name]: undefined }).success, name).toBe(false)
    }
  })

  it.each(each)('%s has one closed object as answer, and as preview', (_, operation) => {
    for (const schema of [operation.answer, previewOf(operation)]) {
      if (!schema) continue
      expect(schema).toBeInstanceOf(z.ZodObject)
      expect(schema.def.catchall).toBeInstanceOf(z.ZodNever)
    }
  })

  it.each(each)(
    '%s has a description of one sentence, and a title without a full stop',
    (_, { title, description }) => {
      expect(description).toMatch(/^[A-Z].*\.$/)
      expect(title).not.toMatch(/\.$/)
    },
  )

  it('every read is a GET or a plan without an audit action, and every other tool changes data and is audited', () => {
    for (const operation of operationList) {
      // A plan and a preview are reads of a document, which does not fit into a query.
      const isGet = operation.route.startsWith('GET ') || withDocument.has(operation.tool)
      if (operation.kind === 'read')
        expect([isGet, 'audit' in operation], operation.tool).toEqual([true, false])
      else if (operation.kind !== 'console_only')
        expect([isGet, !!operation.audit.action], operation.tool).toEqual([false, true])
    }
  })

  it('high-consequence operations state their irreversible consequence', () => {
    const sentences = operationList.flatMap((operation) =>
      operation.kind === 'high_consequence' ? [operation.consequence] : [],
    )
    expect(sentences.length).toBeGreaterThan(0)
    for (const sentence of sentences) expect(sentence).toMatch(/^[A-Z].*\.$/)
  })

  it('operations with access by project or team name it in the path', () => {
    const missing = operationList.filter(({ access, route }) => {
      if (access.to === 'project') return !route.includes('/projects/:projectId')
      return access.to === 'team' && !route.includes('/teams/:teamId')
    })
    expect(missing.map(({ tool }) => tool)).toEqual([])
  })

  it('an agent needs the scope of the kind, and no scope reaches a console-only operation', () => {
    const expected: Record<Operation['kind'], string | null> = {
      read: 'admin:read',
      write: 'admin:write',
      high_consequence: 'admin:high',
      console_only: null,
    }
    for (const operation of operationList)
      expect(scopeFor(operation), operation.tool).toBe(expected[operation.kind])
  })
})

describe('refusals', () => {
  it('every code of the catalogue is an error of some operation', () => {
    const used = new Set(operationList.flatMap((operation) => errorsOf(operation)))
    expect(errorCodes.filter((code) => !used.has(code))).toEqual([])
  })

  it('no operation declares an error that follows from its kind', () => {
    const repeated = operationList.filter(({ errors }) =>
      errors.some((code) => ['project_scheduled_for_deletion', 'stale_preview', 'not_found'].includes(code)),
    )
    expect(repeated.map(({ tool }) => tool)).toEqual([])
  })

  it('every change in a project except restore and purge is rejected while the project is scheduled for deletion', () => {
    const changes = operationList.filter(
      ({ route }) => route.includes('/:projectId') && !route.startsWith('GET '),
    )
    const taken = changes.filter(
      (operation) => !errorsOf(operation).includes('project_scheduled_for_deletion'),
    )
    expect(taken.map(({ tool }) => tool).sort()).toEqual(['project_purge', 'project_restore'])
  })
})

describe('secrets', () => {
  it('no read returns a secret', () => {
    const leaking = operationList.filter(
      (operation) => operation.route.startsWith('GET ') && secretsOf(operation).answer.length > 0,
    )
    expect(leaking.map(({ tool }) => tool)).toEqual([])
  })

  it('secrets are at the top of an answer, where they are withheld from agents', () => {
    const deeper = operationList.filter(({ kind }) => kind !== 'console_only')
    const paths = deeper.flatMap((operation) => secretsOf(operation).answer)
    expect(paths.filter((path) => path.includes('.'))).toEqual([])
  })

  it('these fields contain secrets, and no others', () => {
    expect(redactionList(operationList)).toEqual({
      admin_create: { input: ['password'], answer: [] },
      approval_webhook_secret_rotate: { input: [], answer: ['signingSecret'] },
      client_create: { input: [], answer: ['clientSecret'] },
      client_import: { input: ['clientSecret'], answer: ['clientSecret'] },
      client_secret_rotate: { input: [], answer: ['clientSecret'] },
      client_update: { input: [], answer: ['clientSecret'] },
      errorreport_settings_update: { input: ['dsn'], answer: [] },
      federation_provider_create: { input: ['clientSecret', 'clientCertificate', 'signingKey'], answer: [] },
      federation_provider_update: { input: ['clientSecret', 'clientCertificate', 'signingKey'], answer: [] },
      invitation_get: { input: ['token'], answer: [] },
      invitation_accept: { input: ['token', 'password'], answer: [] },
      project_file_apply: { input: ['file'], answer: [] },
      project_file_plan: { input: ['file'], answer: [] },
      project_user_create: { input: ['password'], answer: [] },
      project_move_import: { input: ['sealedPart'], answer: [] },
      project_user_import: { input: ['users.*.passwordHash', 'users.*.totpSeed'], answer: [] },
      project_user_password_reset: { input: ['password'], answer: [] },
      provisioning_credential_issue: { input: [], answer: ['clientSecret', 'staticToken'] },
      secret_reveal_open: { input: [], answer: ['revealed'] },
      setup: { input: ['password', 'setupToken'], answer: [] },
      smtp_settings_update: { input: ['password'], answer: [] },
    })
    expect(secretFieldNames(operationList)).toEqual([
      'clientCertificate',
      'clientSecret',
      'dsn',
      'file',
      'password',
      'passwordHash',
      'revealed',
      'sealedPart',
      'setupToken',
      'signingKey',
      'signingSecret',
      'staticToken',
      'token',
      'totpSeed',
    ])
  })
})
