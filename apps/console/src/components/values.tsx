import { Card, Facts } from '../ui/card.tsx'
import { valueRows } from './value-rows.ts'

export function Values({ title, members }: { title: string; members: Parameters<typeof valueRows>[0] }) {
  const rows = valueRows(members)
  if (rows.length === 0) return null
  return (
    <Card title={title}>
      <Facts
        facts={rows.map(({ name, value }) => ({
          name,
          value: <span className="wrap-anywhere">{value}</span>,
        }))}
      />
    </Card>
  )
}
