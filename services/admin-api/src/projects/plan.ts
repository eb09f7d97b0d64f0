import { sql } from '@signet/db'

export const planColumns = sql`
  plans.id, plans.name, plans.is_default AS "default",
  jsonb_build_object('monthlyActiveUsers', plans.monthly_active_users, 'projectsPerAdministrator', plans.projects_per_administrator,
    'applicationsPerProject', plans.applications_per_project, 'apisPerProject', plans.apis_per_project) AS limits,
  jsonb_build_object('enterpriseSignIn', plans.enterprise_sign_in, 'customSlug', plans.custom_slug,
    'customDomain', plans.custom_domain) AS features`
