"""An FTP server of a test, by pyftpdlib, that misbehaves as its arguments say. Prints its port, then each command it gets."""
import errno
import json
import sys

from pyftpdlib.authorizers import DummyAuthorizer
from pyftpdlib.handlers import DTPHandler, FTPHandler
from pyftpdlib.servers import FTPServer

folder, told = sys.argv[1], json.loads(sys.argv[2])
cuts = told.get("cuts", 0)


class DataChannel(DTPHandler):
    sent = 0
    is_silent = False

    def send(self, data):
        global cuts
        after = told.get("after")
        if self.is_silent:
            return 0
        if after is None or cuts == 0:
            return super().send(data)
        if self.sent >= after:
            cuts -= 1
            if told["how"] == "reset":
                raise OSError(errno.ECONNRESET, "cut")
            if told["how"] == "drop":
                self.cmd_channel.close()
                raise OSError(errno.ECONNRESET, "cut")
            if told["how"] == "end":
                # Reports that everything was sent.
                self.transfer_finished = True
                self.close()
                return 0
            self.is_silent = True
            return 0
        sent = super().send(data[: after - self.sent])
        self.sent += sent
        return sent


class Handler(FTPHandler):
    use_sendfile = False
    dtp_handler = DataChannel
    masquerade_address = told.get("masquerade")
    auth_failed_timeout = 0

    def pre_process_command(self, line, cmd, arg):
        print(cmd, "***" if cmd == "PASS" else arg, flush=True)
        if cmd in told.get("unknown", []):
            self.respond("502 Command not implemented.")
            return
        if cmd == "REST" and told.get("ignoresRest"):
            self.respond("350 Restarting.")
            return
        super().pre_process_command(line, cmd, arg)


authorizer = DummyAuthorizer()
authorizer.add_user("lecteur", "mot@de:passe", folder)
Handler.authorizer = authorizer
server = FTPServer(("127.0.0.1", 0), Handler)
print(server.socket.getsockname()[1], flush=True)
server.serve_forever()
