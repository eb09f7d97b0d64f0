import { sql } from '@signet/db'

/** Null without a current name. Entries store no name of a user, because they cannot be erased. */
export const targetName = sql`CASE e.target_type
    WHEN 'AdminUser' THEN (SELECT COALESCE(a.email, a.id) FROM administrators a WHERE a.id = e.target_id)
    WHEN 'Client' THEN (
      SELECT COALESCE(c.client_name, c.id) FROM clients c WHERE c.project_id = e.project_id AND c.id = e.target_id)
    WHEN 'EndUser' THEN (
      SELECT COALESCE(u.email, u.username, u.id) FROM accounts u WHERE u.project_id = e.project_id AND u.id = e.target_id)
    WHEN 'Group' THEN (SELECT g.display_name FROM groups g WHERE g.project_id = e.project_id AND g.id = e.target_id)
    WHEN 'McpClientPermission' THEN (SELECT m.name FROM agent_clients m WHERE m.id = e.target_id)
    WHEN 'Plan' THEN (SELECT l.name FROM plans l WHERE l.id = e.target_id)
    WHEN 'Project' THEN (SELECT p.name FROM projects p WHERE p.id = e.target_id)
    WHEN 'ProtectedResource' THEN (
      SELECT r.name FROM resources r WHERE r.project_id = e.project_id AND r.identifier = e.target_id LIMIT 1)
    WHEN 'ProvisioningConnection' THEN (
      SELECT n.display_name FROM provisioning_connections n WHERE n.project_id = e.project_id AND n.id = e.target_id)
    WHEN 'ServiceAccount' THEN (SELECT s.name FROM service_accounts s WHERE s.id = e.target_id)
    WHEN 'Team' THEN (SELECT t.name FROM teams t WHERE t.id = e.target_id) END`
