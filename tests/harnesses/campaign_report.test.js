'use strict';
// What the report of a campaign says about crashes that were not sorted.
const test = require('node:test');
const assert = require('node:assert');
const fs = require('fs');
const os = require('os');
const path = require('path');
const { writeReport } = require('../../harnesses/lib/campaign_report.js');

function pageOf(triage) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'report-'));
  writeReport(folder, { name: 'mine', target: 'mine', begun: 'today', elapsed: 1, sittings: 1, command: [], samples: [], notes: [],
    corpus: { seeds: 1 }, crashFiles: ['afl/a', 'afl/b', 'afl/c'], sortCommand: 'harnesses/triage --target t afl', triage });
  const text = fs.readFileSync(path.join(folder, 'index.html'), 'utf8');
  fs.rmSync(folder, { recursive: true });
  return text;
}

const group = { severity: 'write', kind: 'overflow', where: 'f', files: ['afl/a'], size: 1 };

test('crashes that were not sorted are counted, with the command that sorts them', () => {
  assert.match(pageOf(null), /3 of 3 files were not sorted\. This sorts them: <code>harnesses\/triage --target t afl<\/code>/);
  assert.match(pageOf({ groups: [group], left: 2 }), /2 of 3 files were not sorted\. This sorts them: <code>harnesses\/triage --target t afl<\/code>/);
  assert.doesNotMatch(pageOf({ groups: [group], left: 0 }), /not sorted/);
});
