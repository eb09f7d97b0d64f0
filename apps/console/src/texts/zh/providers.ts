import type { Chinese } from '../types.ts'

export const providers: Chinese<'providers'> = {
  new: '新建提供方',
}
