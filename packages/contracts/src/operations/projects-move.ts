import * as z from 'zod'
import { project, superAdministrator } from '../access.ts'
import { exampleIds } from '../examples.ts'
import { limits } from '../limits.ts'
import { defineOperation } from '../operation.ts'
import { MovedKeys, MoveIssuer, MoveResult, ProjectMove } from '../resources/project-move.ts'
import { secret } from '../secret.ts'
import { id, Timestamp } from '../values.ts'

const one = { projectId: id('project') }
const example = { projectId: exampleIds.project }

export const project_move_get = defineOperation({
  tool: 'project_move_get',
  isBeyondSpecification: true,
  forPrograms: true,
  route: 'GET /projects/:projectId/move',
  kind: 'read',
  effects: ['none'],
  title: 'Read the move of a project',
  description: 'Reads whether a project moves from or to another instance, and which keys it publishes.',
  input: z.strictObject(one),
  answer: ProjectMove,
  access: project('read'),
  errors: [],
  example,
})

export const project_move_set = defineOperation({
  tool: 'project_move_set',
  isBeyondSpecification: true,
  forPrograms: true,
  route: 'PUT /projects/:projectId/move',
  kind: 'high_consequence',
  effects: ['lets-in', 'locks-out'],
  title: 'Move a project between instances',
  description:
    'Publishes the public keys of the same project at another instance until a date, and prepares the import of its archive. With finished, the address returns the other issuer. Issuer null ends the move.',
  consequence:
    'Applications and APIs accept tokens of the other instance. When the move is finished, sign-ins at this address end.',
  input: z.strictObject({
    ...one,
    issuer: MoveIssuer.nullable().describe(
      'Issuer of the project at the other instance; null removes its keys and the recipient.',
    ),
    keys: MovedKeys.optional(),
    keysUntil: Timestamp.optional().describe(
      `When the keys are removed, at most ${limits.moveDays} days from now; default: 30 days.`,
    ),
    finished: z
      .boolean()
      .optional()
      .describe(
        'true: ends all sessions; the address serves only its keys, and discovery names the other issuer.',
      ),
  }),
  answer: ProjectMove,
  access: superAdministrator,
  audit: { action: 'project.move', target: 'Project' },
  errors: ['instance_keys', 'invalid_value'],
  example: {
    ...example,
    issuer: 'https://id.example.net/shop',
    keys: {
      keys: [
        { kty: 'OKP', crv: 'Ed25519', kid: exampleIds.kid, x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo' },
      ],
    },
  },
})

export const project_move_import = defineOperation({
  tool: 'project_move_import',
  isBeyondSpecification: true,
  forPrograms: true,
  route: 'POST /projects/:projectId/move/import',
  kind: 'write',
  effects: ['lets-in', 'raises', 'exposes'],
  title: 'Import a part of an archive',
  description:
    'Creates the applications and users of one encrypted part of an archive of another instance, all or none. Existing ones are not changed, so that repeating is harmless.',
  input: z.strictObject({
    ...one,
    sealedPart: secret(
      z
        .string()
        .max(limits.movePartCharacters)
        .regex(/^[A-Za-z0-9+/]+={0,2}$/, 'must be base64'),
    ).describe('One line of the archive.'),
    checkOnly: z
      .boolean()
      .optional()
      .describe('true: nothing is written, and the results are those of an import.'),
  }),
  answer: MoveResult,
  access: superAdministrator,
  audit: { action: 'project.move.import', target: 'Project' },
  errors: [
    'already_exists',
    'https_required',
    'invalid_origin',
    'invalid_value',
    'instance_keys',
    'logo_refused',
  ],
  example: { ...example, sealedPart: 'YWdlLWVuY3J5cHRpb24ub3JnL3YxCg==' },
})
