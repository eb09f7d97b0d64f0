import * as z from 'zod'
import { signedIn } from '../access.ts'
import { exampleIds } from '../examples.ts'
import { defineOperation } from '../operation.ts'
import { RevealedSecrets, SecretReveal } from '../resources/secret-reveal.ts'
import { id } from '../values.ts'

const one = { revealId: id('secretReveal') }
const example = { revealId: exampleIds.secretReveal }

export const secret_reveal_get = defineOperation({
  tool: 'secret_reveal_get',
  isBeyondSpecification: true,
  route: 'GET /secret-reveals/:revealId',
  kind: 'console_only',
  effects: ['none'],
  title: 'Read the secret that an agent created',
  description: 'Reads by which call an agent that acts for you made a secret. It does not show the secret.',
  input: z.strictObject(one),
  answer: SecretReveal,
  access: signedIn,
  audit: null,
  errors: [],
  example,
})

export const secret_reveal_open = defineOperation({
  tool: 'secret_reveal_open',
  isBeyondSpecification: true,
  route: 'POST /secret-reveals/:revealId/open',
  kind: 'console_only',
  effects: ['exposes'],
  title: 'Reveal a secret that an agent made',
  description: 'Returns the secret once, within 15 minutes, to the administrator of the agent.',
  input: z.strictObject(one),
  answer: RevealedSecrets,
  access: signedIn,
  audit: { action: 'mcp.secret.reveal', target: 'McpClientPermission' },
  errors: [],
  example,
})
