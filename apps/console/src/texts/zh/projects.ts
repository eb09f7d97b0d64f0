import type { Chinese } from '../types.ts'

export const projects: Chinese<'projects'> = {
  new: '新建项目',
}
