import type { Chinese } from '../types.ts'

export const lists: Chinese<'lists'> = {
  display: '显示',
  rows: '行高',
  densities: { compact: '紧凑', comfortable: '宽松' },
  columns: '列',
  filter: '筛选',
  removeFilter: (label: string) => `移除筛选“${label}”`,
  views: '视图',
  saveView: '保存此视图',
  saveViewText:
    '将搜索、筛选、排序和列以一个名称保存在此浏览器中。页面地址也包含这些内容，可发送给有权查看此列表的人。',
  deleteView: (name: string) => `删除视图“${name}”`,
  peek: '侧边预览',
  peekKey: '侧边预览（空格键）',
}
