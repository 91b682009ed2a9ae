import Foundation
import TestAudio
import Testing

/// `make install` and `make uninstall`, as far as files go.
@Suite struct InstallTests {
  @Test func everythingIsWhereItBelongs() throws {
    let files = try Installation.shared.get().files
    for path in [
      "bin/earmark", "share/man/man1/earmark.1", "share/man/man1/earmark-pack-add.1",
      "share/bash-completion/completions/earmark", "share/zsh/site-functions/_earmark",
      "share/fish/vendor_completions.d/earmark.fish", "share/earmark/pipelines/file.gst", "share/earmark/manifest",
      "share/doc/earmark/LICENSE", "share/doc/earmark/README.md", "share/doc/earmark/docs/install.md",
    ] {
      #expect(files.contains("usr/local/\(path)"), "\(path)")
    }
    let searched = try Tool.run(URL(filePath: "/usr/bin/pkg-config"), ["--variable=pluginsdir", "gstreamer-1.0"]).text
    let folder = searched.trimmingCharacters(in: .whitespacesAndNewlines).dropFirst()
    for plugin in ["earfingerprint", "earapi", "eartimeline"] {
      #expect(files.contains("\(folder)/libgst\(plugin).so"))
    }
  }

  @Test func everybodyMayReadAndNobodyElseWrites() throws {
    let installation = try Installation.shared.get()
    for path in installation.entries {
      let attributes = try FileManager.default.attributesOfItem(atPath: installation.destination.path(path))
      let isFolder = attributes[.type] as? FileAttributeType == .typeDirectory
      let expected = isFolder || path.hasSuffix("bin/earmark") ? 0o755 : 0o644
      #expect(attributes[.posixPermissions] as? Int == expected, "\(path)")
    }
  }

  @Test func theManifestHasExactlyWhatIsThere() throws {
    let installation = try Installation.shared.get()
    let manifest = try String(
      decoding: installation.destination.contents("usr/local/share/earmark/manifest"), as: UTF8.self)
    let listed = manifest.split(separator: "\n").filter { $0.hasPrefix("file /") }.map { String($0.dropFirst(6)) }
    #expect(Set(listed) == installation.files && listed.count == Set(listed).count)
  }

  @Test func uninstallLeavesNothing() throws {
    let installation = try Installation()
    #expect(try installation.call("install").status == 0)
    let count = installation.files.count
    let result = try installation.call("uninstall")
    #expect(result.status == 0 && result.text == "Removed earmark: \(count) files\n", "\(result.error)")
    #expect(installation.entries.isEmpty)
  }

  @Test func uninstallLeavesWhatBelongsToOthers() throws {
    let installation = try Installation()
    let folder = installation.destination
    let man = "usr/local/share/man/man1"
    try FileManager.default.createDirectory(
      atPath: folder.path("usr/local/share/empty"), withIntermediateDirectories: true)
    #expect(try installation.call("install").status == 0)
    try folder.write("\(man)/other.1", [])
    try folder.write("usr/local/share/earmark/pipelines/mine.gst", [])
    #expect(try installation.call("uninstall").status == 0)
    #expect(installation.files == ["\(man)/other.1", "usr/local/share/earmark/pipelines/mine.gst"])
    #expect(installation.entries.contains("usr/local/share/empty"))
  }

  /// A new version has taken the place of an old one: what only that had is gone, and all of it goes at last.
  @Test func aNewVersionReplacesTheOldOne() throws {
    let installation = try Installation(prefix: "/opt/ear mark")
    let folder = installation.destination
    #expect(try installation.call("install", environment: ["PLUGINSDIR": "/opt/old plugins"]).status == 0)
    let manifest = "opt/ear mark/share/earmark/manifest"
    try folder.write("opt/ear mark/bin/earmarkd", Array("old".utf8))
    let old = try folder.contents(manifest) + Data("file /opt/ear mark/bin/earmarkd\n".utf8)
    try folder.write(manifest, old)
    #expect(folder.exists("opt/old plugins/libgstearapi.so"))
    #expect(try installation.call("install").status == 0)
    #expect(!folder.exists("opt/ear mark/bin/earmarkd") && !folder.exists("opt/old plugins/libgstearapi.so"))
    #expect(folder.exists("opt/ear mark/lib/gstreamer-1.0/libgstearapi.so"))
    #expect(try installation.call("uninstall").status == 0)
    #expect(installation.entries.isEmpty)
  }

  /// Whoever has the old file open keeps it: it is replaced, not written to.
  @Test func filesAreReplacedNotOverwritten() throws {
    let installation = try Installation()
    #expect(try installation.call("install").status == 0)
    let number = {
      try FileManager.default.attributesOfItem(atPath: installation.earmark.path)[.systemFileNumber] as? Int
    }
    let handle = try FileHandle(forReadingFrom: installation.earmark)
    let before = try number()
    #expect(try installation.call("install").status == 0)
    #expect(try number() != before)
    #expect(try handle.read(upToCount: 4) == Data([0x7F, 0x45, 0x4C, 0x46]))
    #expect(!installation.files.contains { $0.hasSuffix(".new") })
  }

  @Test func whatIsLeftToDoIsSaid() throws {
    let home = try TemporaryFolder()
    let installation = try Installation(prefix: home.path("local"))
    let result = try installation.call("install", environment: ["DESTDIR": ""])
    #expect(result.status == 0)
    #expect(result.text.contains("export PATH=\(home.path("local/bin")):$PATH"))
    #expect(result.text.contains("export GST_PLUGIN_PATH=\(home.path("local/lib/gstreamer-1.0"))"))
    // Where GStreamer looks for what belongs to one user there is nothing to do.
    let other = try installation.call(
      "install",
      environment: [
        "DESTDIR": "", "HOME": home.url.path, "XDG_DATA_HOME": "",
        "PLUGINSDIR": home.path(".local/share/gstreamer-1.0/plugins"),
        "PATH": "\(home.path("local/bin")):/usr/bin:/bin",
      ])
    #expect(other.status == 0 && !other.text.contains("export"), "\(other.text)")
    #expect(try installation.call("uninstall", environment: ["DESTDIR": ""]).status == 0)
    #expect(home.names == [".local"] || home.names.isEmpty)
  }

  // MARK: What bad calls get

  @Test(arguments: [
    (["PREFIX": "local"], "PREFIX has to be an absolute path, not \"local\""),
    (["DESTDIR": "package"], "DESTDIR has to be an absolute path, not \"package\""),
    (["PLUGINSDIR": "plugins"], "PLUGINSDIR has to be an absolute path, not \"plugins\""),
    (["PRODUCTS": "/nowhere"], "\"/nowhere/earmark\" is missing: run make build first, as the owner of this folder"),
    (["STRIP": "no-such-strip -s"], "no-such-strip -s is missing; STRIP= installs symbols as well"),
    (
      ["PRODUCTS": Tool.products.path],
      "\"\(Tool.products.path)/earmark\" needs the toolchain it was built with: run make build first, as the owner of "
        + "this folder"
    ),
  ])
  func whatCannotBeIsRefusedBeforeAnythingIsWritten(environment: [String: String], message: String) throws {
    let installation = try Installation()
    let result = try installation.call("install", environment: environment)
    #expect(result.status == 1 && result.error.hasSuffix(": \(message)\n"), "\(result.error)")
    #expect(installation.entries.isEmpty)
  }

  @Test func uninstallSaysWhenThereIsNothing() throws {
    let result = try Installation().call("uninstall")
    #expect(result.status == 1 && result.error.contains("give the PREFIX and DESTDIR of make install"))
    #expect(try Installation().call("frobnicate").status == 1)
  }

  @Test func anInstallationThatFailsCanBeRemoved() throws {
    let installation = try Installation()
    // A file where a folder has to be.
    try FileManager.default.createDirectory(
      atPath: installation.destination.path("usr/local/share"), withIntermediateDirectories: true)
    try installation.destination.write("usr/local/share/fish", [])
    #expect(try installation.call("install").status != 0)
    #expect(installation.files.count > 5)
    #expect(try installation.call("uninstall").status == 0)
    #expect(installation.files == ["usr/local/share/fish"])
  }
}
