import { type Attribute, complex, dateTime, reference, text } from './attribute.ts'

const readOnly = { mutability: 'readOnly' } as const

/** RFC 7643 section 3.1: these belong to no schema and are not listed in one. */
export const commonAttributes: readonly Attribute[] = [
  reference('schemas', 'The URNs of the schemas of the resource.', ['uri'], {
    ...readOnly,
    multiValued: true,
    returned: 'always',
    caseExact: false,
  }),
  text('id', 'The id of the resource.', {
    ...readOnly,
    returned: 'always',
    caseExact: true,
    uniqueness: 'server',
  }),
  text('externalId', 'The identifier of the resource in the directory.', { caseExact: true }),
  complex(
    'meta',
    'The metadata of the resource.',
    [
      text('resourceType', 'The kind of resource.', { ...readOnly, caseExact: true }),
      dateTime('created', 'When the resource was made.', readOnly),
      dateTime('lastModified', 'When the resource was last changed.', readOnly),
      reference('location', 'The address of the resource.', ['uri'], readOnly),
      text('version', 'The version, as in ETag.', { ...readOnly, caseExact: true }),
    ],
    readOnly,
  ),
]
