import { sql } from '@signet/db'
import { errorReport } from '../faults.ts'
import type { Cases } from './index.ts'

export const instance: Cases = {
  scope_set: {
    team_not_available: async (world) => ({ input: { teamId: world.strangersTeam } }),
  },
  errorreport_settings_update: {
    error_store_off: async (world) => {
      await world.database.run(sql`DELETE FROM settings WHERE key = 'errorreport.enabled'`)
      await world.ok(world.people.super, 'settings_update', { 'errorStore.enabled': false })
      return { input: errorReport() }
    },
    invalid_value: async () => ({ input: { enabled: false, dsn: 'https://errors.acme.example/1' } }),
  },
  error_by_reference: {
    reference_unknown: async () => ({ input: { reference: 'err_0000000000000000' } }),
  },
  settings_update: {
    settings_combination: async () => ({ input: { 'registrationManagement.enabled': true } }),
  },
  audit_list: {
    audit_prefix_ambiguous: async () => ({ input: { actionPrefix: 'p' } }),
  },
}
