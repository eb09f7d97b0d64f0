import type { Chinese } from '../types.ts'

export const applications: Chinese<'applications'> = {
  new: '新建应用',
}
