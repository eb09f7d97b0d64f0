import { useParams } from '@tanstack/react-router'
import { useOperation } from '../../api/operation.ts'

export function TeamCrumb(): string {
  const { teamId } = useParams({ from: '/shell/teams/$teamId' })
  return useOperation('team_get', { teamId }).name
}
