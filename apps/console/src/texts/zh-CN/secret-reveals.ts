import type { Chinese } from '../types.ts'

export const secretReveals: Chinese<'secretReveals'> = {
  title: '给您的密钥',
  madeBy: (agent: string, act: string) => `智能体“${agent}”以您的名义创建：${act}。`,
  call: '智能体请求的内容',
  once: '密钥只显示一次',
  onceText: '其他人无法读取，智能体也没有看到。离开本页前，请把它保存到需要的地方。',
  reveal: '显示密钥',
  expires: '失效时间：',
}
