import type { Chinese } from '../types.ts'

export const holds: Chinese<'holds'> = {
  title: '被拦截的移除',
  text: '想一次移除超过阈值人数的目录，最早的在前。',
  search: '按目录或项目搜索',
  connection: '目录',
  since: '开始时间',
  refused: '此后拒绝次数',
  none: '没有被拦截的移除',
  noneText: '突然移除许多人的目录会停在这里，直到有人查看。',
}
