-- Rows that version 8 stored: two operations with the images it recorded, and its three lists of changes.
CREATE TABLE row_changes(seq INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT) STRICT;
CREATE TABLE vector_changes(
  seq INTEGER PRIMARY KEY AUTOINCREMENT, shelf TEXT NOT NULL, number INTEGER) STRICT;
INSERT INTO memories VALUES('ana','m_1','fact','Nadia lives in Bergen','70d7c8b6d325123352406312e82abf1ffa80d19aa2df4cef06104bd06012ddd9','active','private',0.7,0.5,'working',0,0,0,'[]','[]','user',NULL,NULL,NULL,NULL,NULL,0,NULL,'2025-03-01T12:00:00.000000Z',NULL,NULL,'2025-03-01T12:00:00.000000Z',NULL,NULL,NULL);
INSERT INTO entities VALUES('ana','e_1','person','Nadia','nadia',NULL,'[]');
INSERT INTO aliases VALUES('ana','e_1',0,'Nad','nad');
INSERT INTO operations VALUES('ana','op_00000000000000000000000001','2026-01-01T00:00:01.000000Z','store','a test','user',NULL,NULL,NULL,'[["memories",{"id":"m_1"},null,{"id":"m_1","kind":"fact","text":"Nadia lives in Oslo","content_hash":"2aa610eee42b6a20f1c05572c058d09911d2a48d4b3ca85ea88a22ef9b0801cc","status":"active","scope":"private","confidence":0.7,"importance":0.5,"tier":"working","pinned":0,"verified":0,"flagged":0,"keywords":"[]","tags":"[]","source":"user","speaker":null,"project":null,"session":null,"abstract":null,"overview":null,"confirmations":0,"superseded_by":null,"stated_at":"2025-03-01T12:00:00.000000Z","valid_from":null,"valid_to":null,"recorded_at":"2025-03-01T12:00:00.000000Z","retracted_at":null,"closed_at":null,"faded_at":null}],["entities",{"id":"e_1"},null,{"id":"e_1","type":"person","name":"Nadia","folded":"nadia","summary":null,"attributes":"[]"}],["aliases",{"entity":"e_1","position":0},null,{"entity":"e_1","position":0,"name":"Nad","folded":"nad"}],["edges",{"id":"r_1"},null,{"id":"r_1","source":"e_1","relation":"lives_in","target":"e_2","weight":0.8,"confidence":0.7,"memory":null,"valid_from":null,"valid_to":null,"recorded_at":"2025-03-01T12:00:00.000000Z","retracted_at":null,"closed_at":null}]]',NULL);
INSERT INTO operations VALUES('ana','op_00000000000000000000000002','2026-01-01T00:00:02.000000Z','edit','a test','user',NULL,NULL,NULL,'[["memories",{"id":"m_1"},{"text":"Nadia lives in Oslo","content_hash":"2aa610eee42b6a20f1c05572c058d09911d2a48d4b3ca85ea88a22ef9b0801cc"},{"text":"Nadia lives in Bergen","content_hash":"70d7c8b6d325123352406312e82abf1ffa80d19aa2df4cef06104bd06012ddd9"}],["edges",{"id":"r_1"},{"id":"r_1","source":"e_1","relation":"lives_in","target":"e_2","weight":0.8,"confidence":0.7,"memory":null,"valid_from":null,"valid_to":null,"recorded_at":"2025-03-01T12:00:00.000000Z","retracted_at":null,"closed_at":null},null]]',NULL);
INSERT INTO outbox VALUES(1,'ana','node','e_1');
INSERT INTO outbox VALUES(2,'ana','node','m_1');
INSERT INTO outbox VALUES(3,'ana','edge','r_1');
INSERT INTO outbox VALUES(4,'ana','mentions','m_1');
INSERT INTO outbox VALUES(5,'ana','node','m_1');
INSERT INTO outbox VALUES(6,'ana','edge','r_1');
INSERT INTO outbox VALUES(7,'ana','mentions','m_1');
INSERT INTO row_changes VALUES(1,'e_1');
INSERT INTO row_changes VALUES(2,'m_1');
INSERT INTO row_changes VALUES(3,'names');
INSERT INTO row_changes VALUES(4,'m_1');
INSERT INTO vector_changes VALUES(1,'memory words',1);
INSERT INTO vector_changes VALUES(2,'links',3718287736);
INSERT INTO vector_changes VALUES(3,'links',1151975618);
INSERT INTO vector_changes VALUES(4,'memory words',1);
INSERT INTO vector_changes VALUES(5,'links',3718287736);
INSERT INTO vector_changes VALUES(6,'links',1151975618);
INSERT INTO meta VALUES ('graph_applied:ana', '4'), ('pruned_upto', '2');
