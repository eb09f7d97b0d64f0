export const directoryGuideTexts = {
  entra: {
    steps: [
      'In the Entra admin center open Enterprise applications and the application people sign in through.',
      'Under Provisioning choose Automatic and enter the Tenant URL.',
      'As authentication method choose OAuth2 Client Credentials Grant and enter Token Endpoint, Client Identifier and Client Secret; where it is not offered, enter a static token as Secret Token.',
      'Choose Test Connection, then Save.',
      'Under Mappings let objectId fill externalId, so that a person is the same here and at sign-in.',
      'Assign users and groups, and start provisioning.',
    ],
    pitfalls: [
      'By default externalId is filled from mailNickname, which no sign-in claim repeats.',
      'A person taken out of the assignment is deactivated first and deleted 30 days later.',
      'Provisioning runs every 20 to 40 minutes: a change is not visible immediately.',
    ],
  },
  okta: {
    steps: [
      'In the Admin Console open the application, tab General, and turn SCIM provisioning on.',
      'On the tab Provisioning enter the SCIM connector base URL and userName as unique identifier field for users.',
      'Turn on Push New Users, Push Profile Updates and Push Groups.',
      'As authentication mode choose HTTP Header, enter the static token and test the connector.',
      'Under To App turn on Create Users, Update User Attributes and Deactivate Users.',
      'Assign people, and push groups.',
    ],
    pitfalls: [
      'Okta deactivates and never deletes: a connection can be deleted only after its users were removed here.',
      'A pushed group holds only people who are assigned to the application.',
    ],
  },
  generic: {
    steps: [
      'Enter the SCIM base URL in the directory.',
      'Let it ask the token endpoint for a token with the grant client_credentials and the scope scim; where it cannot, give it a static token.',
      "Let externalId be the id that the identity provider's sign-in claim carries.",
      'Assign people and groups, and start provisioning.',
    ],
    pitfalls: ['A static token ends by itself: note when, and issue the next one with an overlap.'],
  },
} as const satisfies Record<
  string,
  { readonly steps: readonly string[]; readonly pitfalls: readonly string[] }
>
