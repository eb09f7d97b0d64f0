import { createServer } from 'node:http'
import { Pool } from 'pg'

const pool = new Pool({ connectionString: process.env.BENCH_DATABASE, max: 10 })
// The benchmark stops its PostgreSQL before this process.
pool.on('error', (error) => console.error(`A connection broke: ${error.message}`))
const project = process.env.BENCH_PROJECT ?? ''

const page = {
  name: 'page',
  text: `SELECT a.id, a.email, a.username, a.active, a.email_verified, a.created_at, a.updated_at,
    COALESCE((SELECT jsonb_agg(jsonb_build_object('id', g.id, 'displayName', g.display_name)) FROM group_members m
      JOIN groups g ON g.project_id = m.project_id AND g.id = m.group_id
      WHERE m.project_id = a.project_id AND m.account_id = a.id), '[]'::jsonb) AS groups
    FROM accounts a WHERE a.project_id = $1 ORDER BY a.email_key, a.id LIMIT 50`,
}
const count = { name: 'count', text: 'SELECT count(*)::int AS total FROM accounts a WHERE a.project_id = $1' }

const server = createServer(async (_request, response) => {
  const [users, total] = await Promise.all([
    pool.query({ ...page, values: [project] }),
    pool.query({ ...count, values: [project] }),
  ])
  response.setHeader('content-type', 'application/json')
  response.end(JSON.stringify({ users: users.rows, totalResults: total.rows[0]?.total }))
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  process.send?.(typeof address === 'object' && address ? address.port : 0)
})
