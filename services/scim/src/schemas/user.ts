import { complex, contacts, flag, listed, reference, type Schema, text } from './attribute.ts'

/** RFC 7643 section 4.1, without the attributes that an account does not have. */
export const userSchema: Schema = {
  id: 'urn:ietf:params:scim:schemas:core:2.0:User',
  name: 'User',
  description: 'An account of the project.',
  attributes: [
    text('userName', 'The identifier of the user in the directory.', {
      required: true,
      uniqueness: 'server',
    }),
    complex('name', "The parts of the person's name.", [
      text('formatted', 'The whole name, as it is shown.'),
      text('familyName', 'The family name.'),
      text('givenName', 'The given name.'),
      text('middleName', 'The middle names.'),
      text('honorificPrefix', 'The honorific prefix, such as Dr.'),
      text('honorificSuffix', 'The honorific suffix, such as III.'),
    ]),
    text('displayName', 'The name shown to other people.'),
    text('nickName', 'The casual name.'),
    reference('profileUrl', "The address of the person's page.", ['external'], { caseExact: false }),
    text('userType', 'The relation to the organisation, such as Employee.'),
    text('title', 'The title, such as Vice President.'),
    text('preferredLanguage', 'The preferred written or spoken language, as in Accept-Language.'),
    text('locale', 'The locale, a BCP 47 language tag.'),
    text('timezone', 'The time zone, such as Europe/Zurich.'),
    flag('active', 'Whether the person may sign in.'),
    contacts(
      'emails',
      'E-mail addresses; the primary one is the address of the account, which no other account has.',
      ['work', 'home', 'other'],
      { uniqueness: 'server' },
    ),
    contacts('phoneNumbers', 'Telephone numbers, in international form.', [
      'work',
      'home',
      'mobile',
      'fax',
      'pager',
      'other',
    ]),
    listed(
      'addresses',
      'Postal addresses.',
      ['work', 'home', 'other'],
      [
        text('formatted', 'The whole address, which may have several lines.'),
        text('streetAddress', 'The street, with house number and floor; it may have several lines.'),
        text('locality', 'The city.'),
        text('region', 'The state or region.'),
        text('postalCode', 'The postal code.'),
        text('country', 'The country, as its code of ISO 3166-1 with two letters.'),
      ],
    ),
    contacts(
      'roles',
      'The roles of the person in the organisation. They give no rights in this service.',
      [],
    ),
    complex(
      'groups',
      'The groups the person is a member of; changed at the groups.',
      [
        text('value', 'The id of the group.', { mutability: 'readOnly', caseExact: true }),
        reference('$ref', 'The address of the group.', ['Group'], { mutability: 'readOnly' }),
        text('display', 'The name of the group.', { mutability: 'readOnly' }),
      ],
      { multiValued: true, mutability: 'readOnly' },
    ),
  ],
}
