// The settings of LibreOffice's private profile (registrymodifications.xcu): no macros, no active content, no links followed, no network, no
// recovery files. Names are those of the registry's schemas (officecfg).

type Row = readonly [path: string, name: string, value: string | number | boolean];

const ROWS: readonly Row[] = [
  ['Office.Common/Security/Scripting', 'MacroSecurityLevel', 3],
  ['Office.Common/Security/Scripting', 'DisableMacrosExecution', true],
  ['Office.Common/Security/Scripting', 'DisableActiveContent', true],
  ['Office.Common/Security/Scripting', 'DisableOLEAutomation', true],
  ['Office.Common/Security/Scripting', 'BlockUntrustedRefererLinks', true],
  ['Office.Common/Security/Scripting', 'CheckDocumentEvents', false],
  ['Office.Writer/Content/Update', 'Link', 0],
  ['Office.Writer/Content/Update', 'Field', false],
  ['Office.Writer/Content/Update', 'Chart', false],
  ['Office.Common/Load', 'UpdateLinks', 0],
  // In Calc, 1 is never.
  ['Office.Calc/Content/Update', 'Link', 1],
  ['Office.Calc/Formula/Load', 'OOXMLRecalcMode', 1],
  ['Office.Calc/Formula/Load', 'ODFRecalcMode', 1],
  ['Office.Java/VirtualMachine', 'Enable', false],
  ['Office.Common/Misc', 'FirstRun', false],
  ['Office.Common/Misc', 'CrashReport', false],
  ['Office.Common/Misc', 'CollectUsageInformation', false],
  ['Office.Common/Save/Document', 'AutoSave', false],
  ['Office.Common/Save/Document', 'CreateBackup', false],
  ['Office.Recovery/RecoveryInfo', 'Enabled', false],
  ['Office.Recovery/AutoSave', 'Enabled', false],
  ['Setup/Office', 'ooSetupInstCompleted', true],
  // Where a profile is of an older version, each start draws all of its graphics tests, for .65 s.
  ['Setup/Product', 'ooSetupLastVersion', '99.9'],
  ['Inet/Settings', 'ooInetProxyType', 2],
  ['Inet/Settings', 'ooInetHTTPProxyName', '127.0.0.1'],
  ['Inet/Settings', 'ooInetHTTPProxyPort', 9],
  ['Inet/Settings', 'ooInetHTTPSProxyName', '127.0.0.1'],
  ['Inet/Settings', 'ooInetHTTPSProxyPort', 9],
  ['Inet/Settings', 'ooInetFTPProxyName', '127.0.0.1'],
  ['Inet/Settings', 'ooInetFTPProxyPort', 9],
  ['Inet/Settings', 'ooInetNoProxy', ''],
];

export const LIBREOFFICE_SETTINGS = [
  '<?xml version="1.0" encoding="UTF-8"?>',
  '<oor:items xmlns:oor="http://openoffice.org/2001/registry" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">',
  ...ROWS.map(
    ([path, name, value]) =>
      `<item oor:path="/org.openoffice.${path}"><prop oor:name="${name}" oor:op="fuse"><value>${String(value)}</value></prop></item>`,
  ),
  '</oor:items>',
  '',
].join('\n');
