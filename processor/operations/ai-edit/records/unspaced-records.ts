// Records in Chinese and Japanese by what names them and the data that they hold, as record-class.ts does for the other languages.

import type { RecordClass } from '#contract/edit-policy.ts';

interface UnspacedSigns {
  readonly record: Exclude<RecordClass, 'other_record'>;
  readonly heading: RegExp;
  readonly cues: readonly RegExp[];
  readonly cuesMin: number;
}

const PERSON = /姓名|性别|性別|年龄|出生|生年月日|氏名|患者|病人|申请人|当事人|学生|持有人|本人/u;
const NUMBER = /编号|文号|号码|学号|账号|番号|第\s?\d+\s?号|[〔[（(]\d{4}[〕\]）)]\s?\d*\s?号/u;
const DATED = /\d{4}\s?年\s?\d{1,2}\s?月|\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|(?:令和|平成|昭和)\s?\d{1,2}\s?年/u;
const AMOUNT = /\d[.,]\d{2}(?!\d)|\d,\d{3}|[¥￥]\s?\d|\d\s?[元円]/u;

export const UNSPACED_SIGNS: readonly UnspacedSigns[] = [
  {
    record: 'prescription',
    heading: /检验报告|化验单|检查报告|体检报告|诊断证明|病历|处方|检验方法|检验项目|診断書|検査結果|処方箋|診療録|母子健康手帳/u,
    cues: [
      PERSON,
      /参考范围|参考值|基準値|mmol|g\/L|E\+\d|临床诊断|病名|用法|用量/u,
      /医院|医师|送检|采样|标本|样本|门诊|病院|医師|クリニック/u,
      DATED,
    ],
    cuesMin: 3,
  },
  {
    record: 'official_decision',
    heading: /(?:处罚|行政|复议|认定|仲裁)决定书|裁决书|(?:许可|核准|处理)(?:证|通知书)|決定通知書|処分通知|許可証|認定通知書|証明願/u,
    cues: [PERSON, NUMBER, /海关|税务局|人民政府|公安局|管理局|委员会|市役所|大臣|知事|市長|区長/u, DATED],
    cuesMin: 2,
  },
  {
    record: 'bank_statement',
    heading: /银行流水|对账单|交易明细|账户明细|残高証明書|取引明細|入出金明細|預金通帳/u,
    cues: [AMOUNT, /余额|残高/u, /账号|户名|开户|口座/u],
    cuesMin: 2,
  },
  {
    record: 'transcript',
    heading: /成绩单|成绩报告|学业成绩|成績証明書|成績表|通知表|単位修得/u,
    cues: [/学分|课程|科目|単位|評価|绩点/u, PERSON, /大学|学院|学校|中学/u],
    cuesMin: 2,
  },
  {
    record: 'diploma',
    heading: /毕业证书|学位证书|结业证书|卒業証書|卒業証明書|学位記/u,
    cues: [DATED, /大学|学院|学校|校长|学長|校長/u, PERSON],
    cuesMin: 2,
  },
  {
    record: 'payslip',
    heading: /工资单|工资条|薪资单|(?:工资|薪资|薪酬)(?:明细|表|通知)|収入证明|收入证明|給与明細|給料明細|賞与明細/u,
    cues: [AMOUNT, /应发|实发|扣款|社保|支給|控除|手当|月薪|年薪/u],
    cuesMin: 1,
  },
  {
    record: 'tax_form',
    heading: /完税证明|纳税证明|税收缴款书|源泉徴収票|課税証明書|納税証明書/u,
    cues: [AMOUNT, NUMBER, /税务局|税務署|市長|纳税人|支払者/u],
    cuesMin: 2,
  },
  {
    record: 'court_document',
    heading: /判决书|裁定书|民事调解书|判決書|調停調書|決定書正本/u,
    cues: [/人民法院|裁判所/u, /原告|被告|被告人|上诉人/u, NUMBER],
    cuesMin: 2,
  },
  {
    record: 'insurance_card',
    heading: /保险单|电子保单|保険証券|健康保険証|被保険者証/u,
    cues: [/被保险人|投保人|被保険者|契約者/u, NUMBER, DATED],
    cuesMin: 2,
  },
  {
    record: 'identity_document',
    heading: /居民身份证|护照|户口簿|出生医学证明|结婚证|离婚证|居住证|旅券|住民票|戸籍(?:謄本|抄本)|運転免許証|在留カード/u,
    cues: [PERSON, NUMBER, DATED, /住址|签发|有效期|住所|交付|世帯主|民族/u],
    cuesMin: 3,
  },
  { record: 'criminal_record', heading: /无犯罪记录|犯罪経歴証明/u, cues: [PERSON, DATED, /公安|警察|派出所/u], cuesMin: 2 },
  {
    record: 'employment_reference',
    heading: /在职证明|离职证明|工作证明|在職証明書|退職証明書|勤務証明書/u,
    cues: [PERSON, DATED, /公司|人事|会社|代表取締役/u],
    cuesMin: 2,
  },
];
