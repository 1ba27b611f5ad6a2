import assert from 'node:assert/strict';
import { X509Certificate } from 'node:crypto';
import { test } from 'node:test';
import { rootCertificates } from 'node:tls';
import { REGISTERS } from './index.ts';

const roots = rootCertificates.map((pem) => new X509Certificate(pem));

for (const [id, { files }] of REGISTERS) {
  for (const pem of files.server?.certificates ?? []) {
    test(`the intermediate certificate of ${id} is issued by a root that Node knows, and is valid for years`, () => {
      const intermediate = new X509Certificate(pem);
      assert.ok(roots.some((root) => intermediate.checkIssued(root) && intermediate.verify(root.publicKey)));
      assert.ok(intermediate.ca);
      assert.ok(intermediate.validToDate > new Date('2027-12-31'));
    });
  }
}
