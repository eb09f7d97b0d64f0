import type { Chinese } from '../types.ts'

export const activity: Chinese<'activity'> = {
  text: '您可查看的所有项目中的活跃用户。同一人在同一项目和月份只计一次。',
  month: '月份',
  none: '尚无统计数据',
  noneText: '统计从第一次登录开始。',
  perDay: '每日活跃用户',
  perMonth: '每月活跃用户',
  projects: '按项目',
  teams: '按团队',
  teamsText: '团队各项目之和，不是去重后的人数。',
  users: '活跃用户',
  deleted: '已删除',
  contacts: '所有者',
}
