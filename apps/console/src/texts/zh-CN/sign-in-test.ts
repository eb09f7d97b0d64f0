import type { Chinese } from '../types.ts'

export const signInTest: Chinese<'signInTest'> = {
  title: '登录测试',
  text: '应用从一次登录中获得的信息。该应用仅为此测试创建。',
  start: '测试登录',
  noAddress: '项目没有可供登录的地址。',
  insecure: '浏览器仅在 https 下生成测试所需的证明。',
  none: '此标签页没有正在进行的测试',
  noneText: '测试从项目主页开始，其结果只显示一次。',
  failed: '未能登录',
  succeeded: '登录正常',
  succeededText: '测试应用已删除，向其签发的内容不再有效。',
  idToken: 'ID 令牌',
  idTokenText: '谁以何种方式登录。',
  accessToken: '访问令牌',
  accessTokenText: '应用可代表此人执行的操作。',
  scope: '权限范围',
  expiresIn: '有效期（秒）',
  format: '格式',
  opaque: '不透明：只有服务器知道其内容。',
  userInfo: 'UserInfo 响应',
  userInfoText: '项目凭访问令牌返回的此人信息。',
}
