/** Ids in the examples of operations. */
export const exampleIds = {
  project: 'prj_01k9z8h4e5f6g7h8j9k0m1n2p3',
  user: 'usr_01k9z8h4e5f6g7h8j9k0m1n2p3',
  team: 'team_01k9z8h4e5f6g7h8j9k0m1n2p3',
  client: 'app_01k9z8h4e5f6g7h8j9k0m1n2p3',
  provider: 'google',
  connection: 'con_01k9z8h4e5f6g7h8j9k0m1n2p3',
  group: 'grp_01k9z8h4e5f6g7h8j9k0m1n2p3',
  invitation: 'inv_01k9z8h4e5f6g7h8j9k0m1n2p3',
  fault: 'flt_01k9z8h4e5f6g7h8j9k0m1n2p3',
  agentClient: 'agc_01k9z8h4e5f6g7h8j9k0m1n2p3',
  approval: 'apv_01k9z8h4e5f6g7h8j9k0m1n2p3',
  agentSuspension: 'sus_01k9z8h4e5f6g7h8j9k0m1n2p3',
  secretReveal: 'rvl_01k9z8h4e5f6g7h8j9k0m1n2p3',
  kid: 'NzbLsXh8uDCcd-6MNwXF4W_7noWXFZAfHkxZsRGC9Xs',
  resource: 'https://api.acme.example/',
} as const
