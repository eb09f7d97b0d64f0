import type { Session } from '../connection/session.ts'

export const readProject = async (session: Session, projectId: string): Promise<Record<string, unknown>> => {
  const { file } = (await (await session.open()).call('project_file_get', { projectId })) as {
    file: Record<string, unknown>
  }
  return file
}
