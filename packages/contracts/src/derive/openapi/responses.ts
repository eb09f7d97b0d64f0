import { isDeletion, type Operation, previewOf } from '../../operation.ts'
import type { JsonSchema } from '../json-schema.ts'
import { isObjectRead } from '../object-read.ts'
import { placementOf } from '../placement.ts'
import { exampleOf } from './example.ts'
import { componentName, type OpenApiSchemas } from './schemas.ts'

export function successResponses(operation: Operation, schemas: OpenApiSchemas): Record<string, JsonSchema> {
  const { successStatus } = placementOf(operation)
  const name = componentName(operation.tool)
  const preview = previewOf(operation)
  // A 409 has the preview in the problem document.
  const previewed =
    preview && !('previewStatus' in operation)
      ? schemas.named(
          `${name}Preview`,
          withDescription(`The effect of: ${operation.title}.`, schemas.of(preview)),
        )
      : undefined
  const shown = previewed && {
    200: answer(
      'The effect of the change, which is made after a repetition with confirm.',
      previewed,
      schemas,
    ),
  }
  if (successStatus === 204)
    return {
      204: { description: 'Done; there is nothing to say.' },
      ...(isDeletion(operation) ? { 200: answer('Done, with Prefer.', deleted(schemas), schemas) } : {}),
      ...shown,
    }
  const headers = isObjectRead(operation)
    ? { headers: etagHeader }
    : preview
      ? { headers: appliedHeader }
      : {}
  const description = `The result of: ${operation.title}.`
  const done = schemas.named(`${name}Answer`, withDescription(description, schemas.of(operation.answer)))
  if (!previewed || successStatus !== 200)
    return { [successStatus]: { ...answer('Done.', done, schemas), ...headers }, ...shown }
  const either = { description: `${description} Without confirm: its effect.`, oneOf: [done, previewed] }
  const outcome = schemas.named(`${name}Outcome`, either)
  const done200 = answer('Done, or, without confirm, the effect of the change.', outcome, schemas)
  return { 200: { ...done200, ...headers } }
}

const etagHeader = {
  ETag: { description: 'Strong ETag of this representation, for If-Match.', schema: { type: 'string' } },
}

const appliedHeader = {
  'Preference-Applied': {
    description: 'handling=strict when the request preferred it: the change is made.',
    schema: { type: 'string' },
  },
}

const deleted = (schemas: OpenApiSchemas): JsonSchema =>
  schemas.named('Deletion', {
    description: 'The deleted object.',
    type: 'object',
    properties: {
      deleted: {
        description: 'Its id, and the members that its audit entry has.',
        type: 'object',
        properties: { id: { type: 'string', description: 'Its id.' } },
        required: ['id'],
        additionalProperties: true,
      },
    },
    required: ['deleted'],
    additionalProperties: false,
  })

const withDescription = (description: string, schema: JsonSchema): JsonSchema =>
  '$ref' in schema ? schema : { description, ...schema }

const answer = (description: string, schema: JsonSchema, schemas: OpenApiSchemas): JsonSchema => ({
  description,
  content: { 'application/json': { schema, example: exampleOf(schema, schemas.resolved) } },
})
