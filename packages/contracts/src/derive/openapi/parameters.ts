import type * as z from 'zod'
import { maxWaitSeconds } from '../../agent-arguments.ts'
import { confirmationHeader } from '../../confirmation.ts'
import { maxIdempotencyKey } from '../../idempotency.ts'
import { limits } from '../../limits.ts'
import { canWait, type Operation, previewOf, takesConfirmation } from '../../operation.ts'
import { type JsonSchema, objectSchemaOf } from '../json-schema.ts'
import { objectReadOf } from '../object-read.ts'
import { describeParameter } from '../parameter-descriptions.ts'
import { placementOf } from '../placement.ts'
import { describeMember } from './member-descriptions.ts'
import { componentName, type OpenApiSchemas } from './schemas.ts'

export const parameterComponents: Readonly<Record<string, JsonSchema>> = {
  Confirmation: {
    name: confirmationHeader,
    in: 'header',
    required: false,
    schema: { type: 'string' },
    description:
      'By a bearer token: the single-use confirmation that the same call without this header answered (409 confirmation_required). The console’s own calls need none.',
  },
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    schema: { type: 'string', minLength: 1, maxLength: maxIdempotencyKey },
    description:
      'Makes the change safe to repeat: for a day, repeated calls with the same key and the same fields return the first answer. Another call with the key is refused (422 idempotency_key_reused).',
  },
  Reason: {
    name: 'Signet-Reason',
    in: 'header',
    required: false,
    schema: { type: 'string' },
    description: `By an agent: why it makes the change, percent-encoded UTF-8 of at most ${limits.approvalReasonCharacters} characters. The administrator who approves the change reads it.`,
  },
  IfMatch: {
    name: 'If-Match',
    in: 'header',
    required: false,
    schema: { type: 'string' },
    description:
      'The ETag of the object that you read: when it has changed since, the change is refused (412 precondition_failed) with the present object.',
  },
  Prefer: {
    name: 'Prefer',
    in: 'header',
    required: false,
    schema: { type: 'string' },
    description: `RFC 7240. wait=${maxWaitSeconds}: a call of an agent that waits for an approval is answered after the decision, or after so many seconds. return=representation: a deletion returns 200 with the deleted object. handling=strict: a change that needs a confirmation answers 409 preview_required with its preview, in place of 200, so that 2xx means that the change is made.`,
  },
}

const headersOfChanges = ['Confirmation', 'IdempotencyKey', 'Reason', 'Prefer']

const headersOf = (operation: Operation): JsonSchema[] => {
  const names = [
    ...(takesConfirmation(operation)
      ? headersOfChanges
      : canWait(operation) || previewOf(operation)
        ? ['Prefer']
        : []),
    ...(objectReadOf(operation) ? ['IfMatch'] : []),
  ]
  return names.map((name) => ({ $ref: `#/components/parameters/${name}` }))
}

export function parametersAndBody(operation: Operation, schemas: OpenApiSchemas): JsonSchema {
  const { params, fields, fieldsIn } = placementOf(operation)
  const { required, additionalProperties } = objectSchemaOf(operation.input)
  const propertyOf = (name: string): JsonSchema => {
    const schema = schemas.of(operation.input.shape[name] as z.ZodType, name)
    const description = schema.description ?? describeParameter(name) ?? describeMember(operation.tool, name)
    return description === undefined ? schema : { ...schema, description }
  }
  const parameter = (name: string, location: 'path' | 'query') => {
    const { description, ...schema } = propertyOf(name)
    const example = operation.example[name]
    return {
      name,
      in: location,
      required: required.includes(name),
      ...(description === undefined ? {} : { description }),
      schema,
      ...(example === undefined ? {} : { example }),
    }
  }
  const inQuery = fieldsIn === 'query' ? fields : []
  const inBody = fieldsIn === 'query' ? [] : fields
  const parameters = [
    ...params.map((name) => parameter(name, 'path')),
    ...inQuery.map((name) => parameter(name, 'query')),
    ...headersOf(operation),
  ]
  if (inBody.length === 0) return { parameters }
  const needed = inBody.filter((name) => required.includes(name))
  const schema = schemas.named(`${componentName(operation.tool)}Request`, {
    description: `The fields of: ${operation.title}.`,
    type: 'object',
    properties: Object.fromEntries(inBody.map((name) => [name, propertyOf(name)])),
    ...(needed.length > 0 ? { required: needed } : {}),
    additionalProperties: additionalProperties ?? true,
  })
  const example = Object.fromEntries(
    Object.entries(operation.example).filter(([name]) => inBody.includes(name)),
  )
  const content = { 'application/json': { schema, example } }
  return { parameters, requestBody: { required: needed.length > 0, content } }
}
