import { complex, reference, type Schema, text } from './attribute.ts'

/** RFC 7643 section 4.2 */
export const groupSchema: Schema = {
  id: 'urn:ietf:params:scim:schemas:core:2.0:Group',
  name: 'Group',
  description: 'A group of accounts of the project.',
  attributes: [
    text('displayName', 'The name of the group, which applications receive.', {
      required: true,
      uniqueness: 'server',
    }),
    complex(
      'members',
      'The members of the group.',
      [
        text('value', 'The id of the member.', { required: true, mutability: 'immutable', caseExact: true }),
        reference('$ref', 'The address of the member.', ['User'], { mutability: 'immutable' }),
        text('display', "The member's name.", { mutability: 'readOnly' }),
        text('type', 'The type of the member.', { mutability: 'immutable', canonicalValues: ['User'] }),
      ],
      { multiValued: true },
    ),
  ],
}
