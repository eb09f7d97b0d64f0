import { raw, type Sql } from '@signet/db'

/**
 * A deleted group is null.
 * @param row alias of the row, @param projectId column with the id of its project
 */
export const namedClaims = (row: string, projectId: string): Sql =>
  raw(`(SELECT COALESCE(jsonb_agg(CASE WHEN e.value #> '{condition,groupId}' IS NULL THEN e.value
      ELSE jsonb_set(e.value #- '{condition,groupId}', '{condition,group}', COALESCE(
        (SELECT to_jsonb(gr.display_name) FROM groups gr WHERE gr.project_id = ${projectId} AND gr.id = e.value #>> '{condition,groupId}'),
        'null')) END ORDER BY e.ordinality), '[]'::jsonb)
    FROM jsonb_array_elements(${row}.declared_claims) WITH ORDINALITY e)`)
