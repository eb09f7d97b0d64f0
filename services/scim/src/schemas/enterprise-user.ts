import { complex, reference, type Schema, text } from './attribute.ts'

/** RFC 7643 section 4.3 */
export const enterpriseUserSchema: Schema = {
  id: 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User',
  name: 'EnterpriseUser',
  description: 'The attributes of a member of an organisation.',
  attributes: [
    text('employeeNumber', 'The number the organisation gave the person.'),
    text('costCenter', 'The cost centre.'),
    text('organization', 'The organisation.'),
    text('division', 'The division.'),
    text('department', 'The department.'),
    complex('manager', "The person's manager.", [
      text('value', 'The id of the manager.', { caseExact: true }),
      reference('$ref', 'The address of the manager, which is not stored.', ['User'], {
        mutability: 'readOnly',
      }),
      text('displayName', "The manager's name, which is not stored.", { mutability: 'readOnly' }),
    ]),
  ],
}
