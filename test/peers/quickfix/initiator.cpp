// A desk on QuickFIX: an initiator that does what it is told and tells what it hears, for test/peers/quickfix.test.ts.
//
//   initiator SETTINGS     settings of QuickFIX with one session; TLS when they name certificates
//
// standard input, one command a line, fields separated by '|':
//   send 35=D|11=c1|...    sends the message now, or after the next Logon when there is no connection
//   expect 2               at the next Logon, the next message is to have this number: what came since is asked for again
//   disconnect             ends the connection; QuickFIX makes a new one by itself
//   (end of input)         logs out and ends
//
// standard output, one line each: `in`, `out` and `event` of QuickFIX's log; `app` for what it has validated, and found to be in sequence.

#define HAVE_SSL 1

#include <atomic>
#include <iostream>
#include <memory>
#include <mutex>
#include <sstream>
#include <string>

#include <quickfix/Application.h>
#include <quickfix/FileStore.h>
#include <quickfix/Log.h>
#include <quickfix/SSLSocketInitiator.h>
#include <quickfix/Session.h>
#include <quickfix/SessionSettings.h>
#include <quickfix/SocketInitiator.h>

namespace {

std::mutex out;

void tell(const char* what, std::string text) {
  for (char& byte : text)
    if (byte == '\x01') byte = '|';
  std::lock_guard<std::mutex> lock(out);
  std::cout << what << ' ' << text << std::endl;
}

class TellingLog : public FIX::Log {
public:
  void clear() override {}
  void backup() override {}
  void onIncoming(const std::string& message) override { tell("in", message); }
  void onOutgoing(const std::string& message) override { tell("out", message); }
  void onEvent(const std::string& text) override { tell("event", text); }
};

class TellingLogFactory : public FIX::LogFactory {
public:
  FIX::Log* create() override { return new TellingLog; }
  FIX::Log* create(const FIX::SessionID&) override { return new TellingLog; }
  void destroy(FIX::Log* log) override { delete log; }
};

class Desk : public FIX::NullApplication {
public:
  void onLogon(const FIX::SessionID&) override { tell("event", "logged on"); }
  void onLogout(const FIX::SessionID&) override { tell("event", "logged out"); }

  /** QuickFIX's own thread makes the Logon. Set by another one, the number could be counted on by a message that is just being taken. */
  void toAdmin(FIX::Message& message, const FIX::SessionID& id) override {
    if (message.getHeader().getField(FIX::FIELD::MsgType) != FIX::MsgType_Logon) return;
    const int number = expected.exchange(NONE);
    if (number != NONE) FIX::Session::lookupSession(id)->setNextTargetMsgSeqNum(number);
  }

  void expect(int number) { expected = number; }

  void fromApp(const FIX::Message& message, const FIX::SessionID&) throw(FIX::FieldNotFound, FIX::IncorrectDataFormat,
                                                                        FIX::IncorrectTagValue, FIX::UnsupportedMessageType) override {
    tell("app", message.toString());
  }

private:
  static const int NONE = 0;
  std::atomic<int> expected{NONE};
};

FIX::Message messageOf(const std::string& fields) {
  FIX::Message message;
  std::istringstream rest(fields);
  for (std::string field; std::getline(rest, field, '|');) {
    const auto equals = field.find('=');
    const int tag = std::stoi(field.substr(0, equals));
    const std::string value = field.substr(equals + 1);
    if (tag == FIX::FIELD::MsgType)
      message.getHeader().setField(tag, value);
    else
      message.setField(tag, value);
  }
  return message;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    std::cerr << "usage: initiator SETTINGS" << std::endl;
    return 2;
  }
  try {
    FIX::SessionSettings settings(argv[1]);
    const FIX::SessionID id = *settings.getSessions().begin();
    Desk desk;
    FIX::FileStoreFactory store(settings);
    TellingLogFactory log;
    std::unique_ptr<FIX::Initiator> initiator;
    if (settings.get(id).has(FIX::CERT_AUTH_FILE))
      initiator.reset(new FIX::SSLSocketInitiator(desk, store, settings, log));
    else
      initiator.reset(new FIX::SocketInitiator(desk, store, settings, log));
    initiator->start();

    for (std::string line; std::getline(std::cin, line);) {
      const auto space = line.find(' ');
      const std::string command = line.substr(0, space);
      if (command == "send") {
        FIX::Message message = messageOf(line.substr(space + 1));
        FIX::Session::sendToTarget(message, id);
      } else if (command == "expect") {
        desk.expect(std::stoi(line.substr(space + 1)));
      } else if (command == "disconnect") {
        FIX::Session::lookupSession(id)->disconnect();
      }
    }
    initiator->stop();
    return 0;
  } catch (const std::exception& error) {
    std::cerr << error.what() << std::endl;
    return 1;
  }
}
